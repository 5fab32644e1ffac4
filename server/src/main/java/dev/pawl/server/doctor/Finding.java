package dev.pawl.server.doctor;

/// A problem that a check has found.
///
/// @param aggregate the kind, as journals spell it: `run`, `group`, `breaker`, `agent`
/// @param key the id of the aggregate
/// @param description is wrong, for people
public record Finding(Code code, String aggregate, String key, String description) {

  /// The kind of problem. The names are stable: `pawl doctor --json` prints them.
  public enum Code {
    /// The journal is corrupt: an entry was changed, is missing, or cannot be applied.
    JOURNAL_CORRUPT(RepairAction.NONE),
    /// The run is quarantined: nothing is decided about it until it is ended or released.
    QUARANTINED(RepairAction.RELEASE),
    /// A row differs from the journal, is missing, or should not exist.
    ROWS_DIFFER(RepairAction.REBUILD),
    /// An aggregate is referenced that has neither a row nor a journal.
    UNKNOWN(RepairAction.NONE),
    /// The replayed state of a run or group violates an invariant: a run that has ended with an
    /// open job, for example.
    INVARIANT_VIOLATED(RepairAction.NONE),
    /// A deadline has passed, and no orchestrator has acted on it.
    STUCK(RepairAction.TICK),
    /// A lease is past its end, and no orchestrator has expired it.
    LEASE_OVERDUE(RepairAction.TICK),
    /// Nothing has happened for long, and the run has no deadline.
    NO_DEADLINE(RepairAction.TICK),
    /// A breaker is not closed, and no attempt probes the tool.
    BREAKER_STUCK(RepairAction.RESET),
    /// A breaker is not closed, and the operator asked for its reset.
    BREAKER_OPEN(RepairAction.RESET),
    /// An effect belongs to an aggregate that does not exist.
    ORPHAN_EFFECT(RepairAction.DELETE),
    /// A deadline, a queued attempt, a place in a group or a live lease of a run that does not
    /// exist.
    ORPHAN_ROW(RepairAction.DELETE),
    /// An effect is undelivered for so long that no orchestrator seems to be running.
    EFFECT_UNDELIVERED(RepairAction.NONE),
    /// A run that has ended is still a member of a concurrency group.
    LEFTOVER_MEMBER(RepairAction.NONE),
    /// A run that has ended still has a live lease, which takes a slot of an agent.
    LEFTOVER_LEASE(RepairAction.REVOKE),
    /// The process that owned the run is dead, and the run is still open.
    OWNER_GONE(RepairAction.INTERRUPT);

    private final RepairAction repair;

    Code(RepairAction repair) {
      this.repair = repair;
    }

    public RepairAction repair() {
      return repair;
    }
  }

  /// The repair that resolves it.
  public RepairAction repair() {
    return code.repair();
  }
}
