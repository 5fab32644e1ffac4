package dev.pawl.simulation.chaos;

import dev.pawl.server.ConditionAwaiter;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Handle of one orchestrator process, which is started, killed, paused and resumed.
final class OrchestratorHandle implements AutoCloseable {

  private final String name;
  private final String url;
  private final Path log;
  private volatile int port;
  private @Nullable Process process;
  private int lives;

  OrchestratorHandle(String name, String url, Path log) {
    this.name = name;
    this.url = url;
    this.log = log;
  }

  /// The port that it listens on; 0 while it is not up.
  int port() {
    return port;
  }

  /// Starts the process, each time under another orchestrator id.
  void start() throws IOException {
    String id = name + "-" + ++lives;
    Process started =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                OrchestratorProcess.class.getName(),
                url,
                id)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    process = started;
    BufferedReader out = started.inputReader(StandardCharsets.UTF_8);
    Thread.ofVirtual()
        .start(() -> {
          try {
            String line = out.readLine();
            if (line != null) {
              port = Integer.parseInt(line);
            }
          } catch (IOException _) {
            // It was killed before.
          }
        });
  }

  void awaitStart() {
    ConditionAwaiter.is("an orchestrator that listens", () -> port != 0);
  }

  void kill() {
    port = 0;
    Process running = process;
    if (running != null) {
      ProcessHandle handle = running.toHandle();
      handle.destroyForcibly();
      ConditionAwaiter.is("killed", () -> !handle.isAlive());
    }
  }

  void pause() throws IOException, InterruptedException {
    signal("-STOP");
  }

  void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    Process running = process;
    if (running != null) {
      var kill = new ProcessBuilder(List.of("kill", signal, Long.toString(running.pid()))).start();
      if (!kill.waitFor(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("cannot send " + signal);
      }
    }
  }

  @Override
  public void close() {
    kill();
  }
}
