package dev.pawl.workflow.keys;

/// A row of the [KeyTable].
///
/// @param note what the key is for, or why it has no effect
public record Key(Place place, String name, KeyStatus status, String note) {}
