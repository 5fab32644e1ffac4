package dev.pawl.server.doctor;

/// What the doctor can do about a finding, when it is asked to.
public enum RepairAction {
  /// Nothing: it is left alone, and reported.
  NONE("left alone; please report it"),
  /// Rows are written anew from the journal, which says so.
  REBUILD("rebuild the rows from the journal"),
  /// What is due is made to happen, by the engine.
  TICK("make what is due happen"),
  /// The tool's health check is run, and the breaker closed if it is well.
  RESET("run the tool's health check, then reset the breaker"),
  /// What nobody can tell is forgotten.
  FORGET("forget it"),
  /// The run is ended, as its deadlines would.
  INTERRUPT("end the run as interrupted");

  private final String words;

  RepairAction(String words) {
    this.words = words;
  }

  /// For people.
  public String description() {
    return words;
  }
}
