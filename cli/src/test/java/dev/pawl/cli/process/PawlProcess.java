package dev.pawl.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A started pawl process. Its output goes to files, so that a process that it leaves behind cannot
/// block a test.
public final class PawlProcess {

  private final Process process;
  private final Path out;
  private final Path err;

  private PawlProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /// Starts a command line that contains pawl.
  public static PawlProcess start(Path where, Map<String, String> environment, List<String> line) {
    try {
      Path out = Files.createTempFile("pawl", ".out");
      Path err = Files.createTempFile("pawl", ".err");
      out.toFile().deleteOnExit();
      err.toFile().deleteOnExit();
      var builder = new ProcessBuilder(line).directory(where.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("PAWL_"));
      // What changes the output on a terminal; tests that want it set it.
      List.of("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CI")
          .forEach(builder.environment()::remove);
      builder.environment().putAll(environment);
      return new PawlProcess(
          builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The command line, with default signal handling: under `nohup` a process would ignore some
  /// signals.
  public static List<String> command(String... arguments) {
    List<String> line =
        new ArrayList<>(List.of("env", "--default-signal=INT,HUP,TERM", PackagedJar.JAVA));
    line.addAll(PackagedJar.OPTIONS);
    line.addAll(List.of("-jar", PackagedJar.JAR));
    line.addAll(List.of(arguments));
    return line;
  }

  public PawlProcess awaitOutput(String text) {
    Await.until(
        () -> "waited in vain for: " + text + "\n" + output(), () -> output().contains(text));
    return this;
  }

  public String output() {
    return read(out) + read(err);
  }

  /// Writes to its standard input.
  public PawlProcess type(String text) {
    try {
      process.getOutputStream().write(text.getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public PawlProcess signal(String name) {
    try {
      new ProcessBuilder("sh", "-c", "kill -s " + name + " " + process.pid()).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  public boolean isOver() {
    return !process.isAlive();
  }

  /// Waits for its end.
  public CommandResult end() {
    try {
      if (!process.waitFor(Await.BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("it does not end\n" + output());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return new CommandResult(process.exitValue(), read(out), read(err));
  }

  /// Kills it.
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
