package dev.pawl.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A process of its own with the classes of this one, which says on its output what it has done.
public final class ChildJvm implements AutoCloseable {

  /// The exit code of one whose heap was too small.
  public static final int OUT_OF_MEMORY = 3;

  private static final long MOST_SECONDS = 60;

  private final Process process;
  private final BufferedReader out;

  private ChildJvm(Process process) {
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
  }

  /// Starts one.
  ///
  /// @param megabytes the most that its heap may have
  public static ChildJvm start(int megabytes, Class<?> main, Object... arguments)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx" + megabytes + "m",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
    for (Object argument : arguments) {
      line.add(argument.toString());
    }
    return new ChildJvm(
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /// What it says next; the rest, and no more, after a kill.
  public List<String> said(int most) throws IOException {
    List<String> lines = new ArrayList<>();
    while (lines.size() < most) {
      String line = out.readLine();
      if (line == null) {
        break;
      }
      lines.add(line);
    }
    return lines;
  }

  /// Kill -9, which leaves what it has said to be read.
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  /// Waits for its end, and gives its exit code.
  public int exit() throws InterruptedException, TimeoutException {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException("it did not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
