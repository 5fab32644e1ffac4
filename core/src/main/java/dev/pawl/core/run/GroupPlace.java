package dev.pawl.core.run;

import java.time.Instant;
import java.util.Optional;

/// The place of a run or an attempt in a concurrency group, or in its queue.
///
/// @param group the group's key
/// @param isHeld whether it holds a place; otherwise it waits for one
/// @param keptUntil present if its holder has ended, but processes of it may run until then
public record GroupPlace(String group, boolean isHeld, Optional<Instant> keptUntil) {

  public GroupPlace(String group, boolean isHeld) {
    this(group, isHeld, Optional.empty());
  }

  /// The held place, which is left at that time.
  public GroupPlace keptUntil(Instant until) {
    return new GroupPlace(group, isHeld, Optional.of(until));
  }
}
