package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Tries whether a command works on this machine, because neither versions nor settings of a
/// machine say so reliably.
public final class ProgramTrial {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 2000;

  /// Runs a command that prints little. It sees no variable of the agent but the `PATH`: it may run
  /// as the user of a job, whose processes could read the others.
  ///
  /// @return the reason why it fails; empty if it succeeds
  public static Optional<String> problem(List<String> command) throws InterruptedException {
    String program = command.getFirst();
    try {
      var builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
      builder.environment().keySet().retainAll(List.of("PATH"));
      Process process = builder.start();
      if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.of("'%s' does not end".formatted(program));
      }
      String said =
          new String(process.getInputStream().readNBytes(MOST_BYTES), StandardCharsets.UTF_8)
              .strip();
      return process.exitValue() == 0
          ? Optional.empty()
          : Optional.of(said.isEmpty() ? "'%s' fails".formatted(program) : said);
    } catch (IOException e) {
      return Optional.of("'%s' cannot be executed: %s".formatted(program, e.getMessage()));
    }
  }

  private ProgramTrial() {}
}
