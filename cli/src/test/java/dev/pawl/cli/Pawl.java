package dev.pawl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A pawl that was started. What it prints goes to files, so that nothing that it leaves behind can
/// keep a test waiting.
final class Pawl {

  private static final String JAR = System.getProperty("pawl.jar");

  private final Process process;
  private final Path out;
  private final Path err;

  private Pawl(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /// @param prefix the command that pawl is an argument of
  static Pawl start(
      Path where, Map<String, String> environment, List<String> prefix, String... arguments) {
    try {
      Path out = Files.createTempFile("pawl", ".out");
      Path err = Files.createTempFile("pawl", ".err");
      out.toFile().deleteOnExit();
      err.toFile().deleteOnExit();
      List<String> line = new ArrayList<>(prefix);
      line.addAll(command(arguments));
      var builder = new ProcessBuilder(line).directory(where.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("PAWL_"));
      builder.environment().remove("NO_COLOR");
      builder.environment().putAll(environment);
      builder.redirectInput(new java.io.File("/dev/null"));
      return new Pawl(
          builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The command line. The signals are those of a terminal, however these tests were started: under
  /// `nohup` a process is deaf to some.
  static List<String> command(String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT,HUP,TERM", java));
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", JAR));
    line.addAll(List.of(arguments));
    return line;
  }

  Pawl untilItPrints(String text) {
    Wait.until(() -> "waited in vain for: " + text + "\n" + soFar(), () -> soFar().contains(text));
    return this;
  }

  private String soFar() {
    return read(out) + read(err);
  }

  Pawl signal(String name) {
    try {
      new ProcessBuilder("sh", "-c", "kill -s " + name + " " + process.pid()).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  /// Waits for its end.
  Ended end() {
    try {
      if (!process.waitFor(Wait.BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("it does not end\n" + soFar());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return new Ended(process.exitValue(), read(out), read(err));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// Ends it, whatever it is doing.
  void kill() {
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
