package dev.pawl.agent.isolation;

import dev.pawl.agent.process.SystemUser;
import java.util.Optional;

/// A place in which an agent executes one job at a time.
///
/// @param number from 0; the same for all jobs where slots are not counted
/// @param user the user that the job runs as; the agent's own if absent
/// @param isApart whether the jobs of this slot are kept apart from those of other slots
public record JobSlot(int number, Optional<SystemUser> user, boolean isApart) {

  /// A slot with a user that no other slot has, and no person either.
  public static JobSlot ownedBy(int number, SystemUser user) {
    return new JobSlot(number, Optional.of(user), true);
  }
}
