package dev.pawl.cli.command;

import dev.pawl.server.doctor.HealthCheck;
import java.io.File;
import java.io.IOException;
import java.time.Duration;

/// Runs a tool's health check here, by the shell, as its profile has it.
final class ShellHealthCheck implements HealthCheck {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Duration patience;

  ShellHealthCheck() {
    this(PATIENCE);
  }

  ShellHealthCheck(Duration patience) {
    this.patience = patience;
  }

  @Override
  public boolean passes(String command) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", command)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(patience)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
