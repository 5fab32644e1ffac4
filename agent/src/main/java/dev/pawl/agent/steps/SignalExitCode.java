package dev.pawl.agent.steps;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an exit code says of a signal: it is 128 and the signal's number then, by the convention of
/// shells.
final class SignalExitCode {

  private static final int FIRST = 128;

  /// Those that end processes and mean something to whoever reads of it.
  private static final Map<Integer, String> NAMES =
      Map.of(
          1, "HUP", 2, "INT", 3, "QUIT", 4, "ILL", 6, "ABRT", 7, "BUS", 8, "FPE", 9, "KILL", 11,
          "SEGV", 15, "TERM");

  /// The name of the signal that an exit code stands for, without `SIG`. A shell returns it for a
  /// child that was ended so; for what has failed that is as good as the signal itself.
  static @Nullable String signalName(int exitCode) {
    return NAMES.get(exitCode - FIRST);
  }

  private SignalExitCode() {}
}
