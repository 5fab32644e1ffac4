package dev.pawl.simulation.coverage;

/// A situation in which an agent restarts or its disk is full. A full check must meet each.
public enum AgentRestartCase {
  /// It had unacknowledged messages on its disk.
  UNACKNOWLEDGED("an agent came back with unacknowledged messages"),
  /// The end of a job was not acknowledged.
  ENDED("an agent came back with an unacknowledged end"),
  /// It had a job that was running, which is lost.
  IN_THE_MIDDLE("an agent came back in the middle of a job"),
  /// The server accepted its report that the job is lost.
  LOST("a job was lost by the word of an agent that came back"),
  /// It received a dispatch of a lease that it knew already.
  DISPATCHED_AGAIN("an agent came back and was dispatched again what it had taken"),
  /// A message had to wait because the disk was full.
  HELD_UP("a full disk held a message up");

  private final String words;

  AgentRestartCase(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }
}
