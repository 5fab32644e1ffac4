package dev.pawl.core.command;

/// Why a command was refused: a stable code, and the sentence that people see.
public record Refusal(Code code, String message) {

  /// The kinds of refusal.
  public enum Code {
    /// The lease is not the attempt's live one.
    STALE_LEASE,
    /// The entity is in no state for it.
    WRONG_STATE,
    /// There is no such job, attempt or step.
    UNKNOWN,
    /// The agent drains, is revoked, lacks a label, rests or has no free slot.
    UNFIT,
    /// The concurrency group, or the matrix, has no place yet.
    NO_PLACE,
    /// Who approves is not asked to.
    NOT_A_REVIEWER,
    /// Who approves started the run.
    SELF_APPROVAL,
    /// The breaker is open.
    TOOL_UNAVAILABLE
  }
}
