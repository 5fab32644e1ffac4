package dev.pawl.agent.process;

/// A signal to a whole process group, which the JDK cannot send.
public enum ProcessSignal {
  TERM(15),
  KILL(9);

  private final int number;

  ProcessSignal(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /// Sends the signal. Returns whether the group exists.
  public boolean toGroup(long leader) {
    return Libc.call("kill", -leader, number).value() == 0;
  }
}
