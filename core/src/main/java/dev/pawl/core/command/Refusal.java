package dev.pawl.core.command;

import dev.pawl.core.lifecycle.Machine;

/// The refusal of a command: a stable code, and the sentence that people see.
///
/// A request that is too late is refused only if a person asked. What agents, the clock and
/// policies ask too late is an expected race, and their answer is `Late`.
public record Refusal(Code code, String message) {

  /// The kinds of refusal.
  public enum Code {
    /// The lease is not the attempt's live one.
    STALE_LEASE,
    /// The entity is in the wrong state for the command.
    WRONG_STATE,
    /// A person asks for a transition of a run or a job that has ended. The message has its state.
    ALREADY_ENDED,
    /// A person asks for a graceful cancel of what is being cancelled already. Force is possible.
    ALREADY_CANCELLING,
    /// There is no such job, attempt or step.
    UNKNOWN,
    /// The agent drains, is revoked, lacks a label, backs off or has no free slot.
    UNFIT,
    /// The concurrency group or the matrix has no free place.
    NO_PLACE,
    /// The person is not among the reviewers.
    NOT_A_REVIEWER,
    /// The reviewer started the run and may not approve it.
    SELF_APPROVAL,
    /// The tool's breaker is open.
    TOOL_UNAVAILABLE,
    /// The command has an invalid value.
    INVALID;

    /// The stable name for programs: `already_ended`.
    public String wireName() {
      return Machine.wireName(this);
    }
  }
}
