package dev.pawl.cli.command;

import dev.pawl.server.doctor.HealthCheck;
import java.io.File;
import java.io.IOException;
import java.time.Duration;

/// Runs a tool's health check in a shell; it passes if it exits with 0 within the timeout.
final class ShellHealthCheck implements HealthCheck {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Duration timeout;

  ShellHealthCheck() {
    this(TIMEOUT);
  }

  ShellHealthCheck(Duration timeout) {
    this.timeout = timeout;
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
      if (!process.waitFor(timeout)) {
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
