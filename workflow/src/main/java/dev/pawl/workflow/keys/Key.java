package dev.pawl.workflow.keys;

/// A row of the [KeyTable].
///
/// @param isRequired whether its place cannot do without it
/// @param shape what its value may be
/// @param scope what expressions in its value may use
/// @param note what the key is for, or why it has no effect
public record Key(
    Place place,
    String name,
    KeyStatus status,
    boolean isRequired,
    Shape shape,
    Scope scope,
    String note) {}
