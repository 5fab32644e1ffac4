package dev.pawl.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The exit code of a health check decides whether a tool is healthy.
class ShellHealthCheckTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"true", "exit 0", "echo noise; echo more >&2", "! read -r nothing"})
  void exitCodeZeroIsHealthy(String command) {
    assertThat(new ShellHealthCheck().passes(command)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "exit 3", "no-such-tool-anywhere", "kill -9 $$"})
  void anyOtherResultIsUnhealthy(String command) {
    assertThat(new ShellHealthCheck().passes(command)).isFalse();
  }

  @Test
  void aTimedOutCheckIsKilledWithItsChildren() {
    Path pid = directory.resolve("pid");
    String command = "sleep 600 & echo $! > %s; wait".formatted(pid);
    assertThat(new ShellHealthCheck(Duration.ofSeconds(3)).passes(command)).isFalse();
    Await.until("nothing is left of it", () -> !isAlive(pid));
  }

  private static boolean isAlive(Path pid) {
    try {
      long process = Long.parseLong(Files.readString(pid).strip());
      return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
