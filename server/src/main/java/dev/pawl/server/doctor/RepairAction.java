package dev.pawl.server.doctor;

/// The repair of a finding, which the doctor does on request.
public enum RepairAction {
  /// There is no repair.
  NONE("none; restore a backup, or report it"),
  /// Rebuilds rows from the journal, and records that in the journal.
  REBUILD("rebuild the rows from the journal"),
  /// Lets the engine act on passed deadlines.
  TICK("act on the passed deadlines"),
  /// Runs the tool's health check, and closes the breaker if it succeeds.
  RESET("run the tool's health check, then reset the breaker"),
  /// Deletes rows or effects that belong to nothing.
  DELETE("delete it"),
  /// Lets orchestrators decide about a quarantined run again.
  RELEASE("try it again; a forced cancel ends it"),
  /// Revokes the leases that an ended run left behind.
  REVOKE("revoke the lease"),
  /// Ends the run, as its deadlines would.
  INTERRUPT("end the run as interrupted");

  private final String description;

  RepairAction(String description) {
    this.description = description;
  }

  /// The description for people.
  public String description() {
    return description;
  }
}
