package dev.pawl.core.lifecycle;

/// The status of a run or a job in an API answer: its phase, the reason, and a message for people.
///
/// Invariant: `WAITING` always names what it waits for, so that a reader can tell who has to act.
public record Status(Phase phase, ReasonCode reason, String message) {

  public Status {
    if (phase == Phase.WAITING && !reason.isWait()) {
      throw new IllegalArgumentException("WAITING needs a reason to wait for, not " + reason);
    }
  }

  public static Status of(RunState state, ReasonCode reason, String message) {
    return new Status(Phase.of(state, reason), reason, message);
  }

  public static Status of(AttemptState state, ReasonCode reason, String message) {
    return new Status(Phase.of(state, reason), reason, message);
  }
}
