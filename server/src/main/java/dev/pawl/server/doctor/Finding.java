package dev.pawl.server.doctor;

/// Something that is not as it should be.
///
/// @param aggregate its kind, as the journal names it: `run`, `group`, `breaker`, `agent`
/// @param key which one
/// @param what is wrong, for people
public record Finding(Code code, String aggregate, String key, String what) {

  /// What kind of trouble it is. The names are stable.
  public enum Code {
    /// The journal contradicts itself: an entry was changed, is gone, or cannot have happened.
    JOURNAL_BROKEN(Repair.NONE),
    /// A row is not as the journal tells it, is missing, or belongs to nothing.
    ROWS_DIFFER(Repair.REBUILD),
    /// Something is referred to that has neither a row nor a journal.
    UNKNOWN(Repair.NONE),
    /// What the journal tells of a run or a group cannot be: it is over and its jobs are not, for
    /// one.
    LAW_BROKEN(Repair.NONE),
    /// A deadline has passed, and nobody has acted on it.
    STUCK(Repair.TICK),
    /// A lease has outlived its time, and nobody has taken it back.
    LEASE_OVERDUE(Repair.TICK),
    /// Nothing has happened for long, and no deadline will make anything happen.
    NO_DEADLINE(Repair.TICK),
    /// A breaker lets nobody through, and nobody tries the tool.
    BREAKER_STUCK(Repair.RESET),
    /// Something is to be told by a run or an agent that is not there.
    EFFECT_OF_NOBODY(Repair.FORGET),
    /// Something is due or ready of a run that is not there.
    ROW_OF_NOBODY(Repair.FORGET),
    /// Something is to be told for so long that nobody seems to be there to tell it.
    EFFECT_UNDELIVERED(Repair.NONE),
    /// A run that is over has a place in a concurrency group.
    MEMBER_LEFT_BEHIND(Repair.NONE),
    /// The process that owned the run is gone, and nobody has ended the run.
    OWNER_GONE(Repair.INTERRUPT);

    private final Repair repair;

    Code(Repair repair) {
      this.repair = repair;
    }

    public Repair repair() {
      return repair;
    }
  }

  /// What would put it right.
  public Repair repair() {
    return code.repair();
  }
}
