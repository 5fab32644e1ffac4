package dev.pawl.core.run;

/// The place of a run or an attempt in a concurrency group, or in its queue.
///
/// @param group the group's key
/// @param isHeld whether it holds a place; otherwise it waits for one
public record GroupPlace(String group, boolean isHeld) {}
