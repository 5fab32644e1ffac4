package dev.pawl.agent.exec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an exit code says of a signal: it is 128 and the signal's number then, by the convention
/// that shells and the JDK share.
final class ExitCode {

  private static final int FIRST = 128;
  private static final int LAST = FIRST + 64;

  /// Those that end processes and mean something to whoever reads of it.
  private static final Map<Integer, String> NAMES =
      Map.of(
          1, "HUP", 2, "INT", 3, "QUIT", 4, "ILL", 6, "ABRT", 7, "BUS", 8, "FPE", 9, "KILL", 11,
          "SEGV", 15, "TERM");

  /// The signal that an exit code stands for.
  static @Nullable Integer signal(int exitCode) {
    return exitCode > FIRST && exitCode <= LAST ? exitCode - FIRST : null;
  }

  /// Its name, without `SIG`.
  static @Nullable String signalName(int exitCode) {
    return NAMES.get(exitCode - FIRST);
  }

  private ExitCode() {}
}
