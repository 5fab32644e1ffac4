package dev.pawl.agent.process;

import java.util.Optional;

/// How a process ended.
public sealed interface ProcessExit {

  /// What a shell would say of it.
  int code();

  /// The signal that ended it, if one did.
  Optional<Integer> signal();

  /// It returned; perhaps a code above 128, by which shells tell of a child that was ended by a
  /// signal.
  record Returned(int code) implements ProcessExit {

    @Override
    public Optional<Integer> signal() {
      return Optional.empty();
    }
  }

  /// It was ended by a signal itself.
  record Signalled(int number) implements ProcessExit {

    private static final int FIRST = 128;

    @Override
    public int code() {
      return FIRST + number;
    }

    @Override
    public Optional<Integer> signal() {
      return Optional.of(number);
    }
  }

  /// From the status that `waitpid` gives of a process that has ended.
  static ProcessExit ofStatus(int status) {
    int signal = status & 0x7f;
    return signal == 0 ? new Returned(status >> 8 & 0xff) : new Signalled(signal);
  }
}
