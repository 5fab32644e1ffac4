package dev.pawl.workflow.keys;

/// A row of the [KeyTable].
///
/// @param isRequired whether its place cannot do without it
/// @param shape what its value may be
/// @param contexts what expressions in its value may use
/// @param note what the key is for, or why it has no effect
public record KeyDefinition(
    KeySection section,
    String name,
    KeyStatus status,
    boolean isRequired,
    ValueShape shape,
    ContextAvailability contexts,
    String note) {}
