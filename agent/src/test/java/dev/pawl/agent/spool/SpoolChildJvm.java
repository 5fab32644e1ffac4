package dev.pawl.agent.spool;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A child JVM with the classes of this one, which prints what it has done.
final class SpoolChildJvm implements AutoCloseable {

  private final Process process;
  private final BufferedReader out;

  SpoolChildJvm(Class<?> main, Path argument) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                argument.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    out = process.inputReader(StandardCharsets.UTF_8);
  }

  long pid() {
    return process.pid();
  }

  /// The next line that it prints; after a kill, the rest.
  List<String> said(int most) throws IOException {
    List<String> lines = new ArrayList<>();
    String line = out.readLine();
    while (line != null) {
      lines.add(line);
      line = lines.size() < most ? out.readLine() : null;
    }
    return lines;
  }

  /// Kills the process. Its output can still be read.
  void kill() {
    process.toHandle().destroyForcibly();
  }

  /// Waits for its end, when the kernel has released its locks.
  boolean hasEnded() throws InterruptedException {
    return process.waitFor(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
