package dev.pawl.server.doctor;

/// Something that is not as it should be.
///
/// @param aggregate its kind, as the journal names it: `run`, `group`, `breaker`, `agent`
/// @param key which one
/// @param description is wrong, for people
public record Finding(Code code, String aggregate, String key, String description) {

  /// What kind of trouble it is. The names are stable.
  public enum Code {
    /// The journal contradicts itself: an entry was changed, is gone, or cannot have happened.
    JOURNAL_BROKEN(RepairAction.NONE),
    /// A row is not as the journal tells it, is missing, or belongs to nothing.
    ROWS_DIFFER(RepairAction.REBUILD),
    /// Something is referred to that has neither a row nor a journal.
    UNKNOWN(RepairAction.NONE),
    /// What the journal tells of a run or a group cannot be: it is over and its jobs are not, for
    /// one.
    INVARIANT_VIOLATED(RepairAction.NONE),
    /// A deadline has passed, and nobody has acted on it.
    STUCK(RepairAction.TICK),
    /// A lease has outlived its time, and nobody has taken it back.
    LEASE_OVERDUE(RepairAction.TICK),
    /// Nothing has happened for long, and no deadline will make anything happen.
    NO_DEADLINE(RepairAction.TICK),
    /// A breaker lets nobody through, and nobody tries the tool.
    BREAKER_STUCK(RepairAction.RESET),
    /// Something is to be told by a run or an agent that is not there.
    ORPHAN_EFFECT(RepairAction.FORGET),
    /// Something is due or ready of a run that is not there.
    ORPHAN_ROW(RepairAction.FORGET),
    /// Something is to be told for so long that nobody seems to be there to tell it.
    EFFECT_UNDELIVERED(RepairAction.NONE),
    /// A run that is over has a place in a concurrency group.
    LEFTOVER_MEMBER(RepairAction.NONE),
    /// The process that owned the run is gone, and nobody has ended the run.
    OWNER_GONE(RepairAction.INTERRUPT);

    private final RepairAction repair;

    Code(RepairAction repair) {
      this.repair = repair;
    }

    public RepairAction repair() {
      return repair;
    }
  }

  /// What would put it right.
  public RepairAction repair() {
    return code.repair();
  }
}
