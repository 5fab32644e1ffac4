package dev.pawl.core.run;

/// What a run, or an attempt, has in a concurrency group: a place, or one in the queue for it.
///
/// @param group the group's key
/// @param isTaken whether it holds a place; it waits for one otherwise
public record GroupPlace(String group, boolean isHeld) {}
