package dev.pawl.core.lifecycle;

/// What an API answer says about a run or a job: its phase, why, and a message for people.
///
/// Invariant: `WAITING` is never without what it waits for; a person who reads it can always tell
/// whose move it is.
public record Status(Phase phase, ReasonCode reason, String message) {

  public Status {
    if (phase == Phase.WAITING && !reason.isWait()) {
      throw new IllegalArgumentException(
          "WAITING for " + reason + ", which is nothing to wait for");
    }
  }

  public static Status of(RunState state, ReasonCode reason, String message) {
    return new Status(Phase.of(state, reason), reason, message);
  }

  public static Status of(AttemptState state, ReasonCode reason, String message) {
    return new Status(Phase.of(state, reason), reason, message);
  }
}
