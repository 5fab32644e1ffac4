package dev.pawl.agent.process;

import java.util.Optional;

/// The end of a process.
public sealed interface ProcessExit {

  /// The exit code that a shell would return for it.
  int code();

  /// The signal that ended it, if one did.
  Optional<Integer> signal();

  /// The process returned. A code above 128 may come from a shell whose child was ended by a
  /// signal.
  record Returned(int code) implements ProcessExit {

    @Override
    public Optional<Integer> signal() {
      return Optional.empty();
    }
  }

  /// The process itself was ended by a signal.
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

  /// Decodes the status that `waitpid` returns for a process that has ended.
  static ProcessExit ofStatus(int status) {
    int signal = status & 0x7f;
    return signal == 0 ? new Returned(status >> 8 & 0xff) : new Signalled(signal);
  }
}
