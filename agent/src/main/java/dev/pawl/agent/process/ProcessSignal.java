package dev.pawl.agent.process;

/// Signals to whole process groups, which the JDK cannot send.
public enum ProcessSignal {
  TERM(15),
  KILL(9);

  private final int number;

  ProcessSignal(int number) {
    this.number = number;
  }

  /// Says whether there was such a group.
  public boolean toGroup(long leader) {
    return Libc.call("kill", -leader, number).value() == 0;
  }
}
