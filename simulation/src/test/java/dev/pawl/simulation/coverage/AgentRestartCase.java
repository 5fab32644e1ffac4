package dev.pawl.simulation.coverage;

/// What an agent finds on its disk when it is started again, and what it finds no room for.
public enum AgentRestartCase {
  /// Something that it said was not acknowledged.
  UNACKNOWLEDGED("an agent came back with unacknowledged messages"),
  /// The end of a job was not acknowledged.
  ENDED("an agent came back with an unacknowledged end"),
  /// It had a job, which is lost.
  IN_THE_MIDDLE("an agent came back in the middle of a job"),
  /// The server has taken its word for that.
  LOST("a job was lost by the word of an agent that came back"),
  /// A lease that it knows was dispatched to it once more.
  DISPATCHED_AGAIN("an agent came back and was dispatched again what it had taken"),
  /// Something had to wait, because the disk was full.
  HELD_UP("a full disk held a message up");

  private final String words;

  AgentRestartCase(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }
}
