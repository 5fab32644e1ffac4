package dev.pawl.simulation.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Runs the model checker TLC in a process of its own, because it ends the JVM that it runs in.
///
/// One worker and a fixed fingerprint make the search the same every time.
final class Tlc {

  static final Path MODELS = Path.of("src/test/tla").toAbsolutePath();

  private static final Duration BOUND = Duration.ofMinutes(5);

  /// Directory for its files; the caller deletes it.
  private final Path scratch;

  Tlc(Path scratch) {
    this.scratch = scratch;
  }

  /// Checks the module with this configuration.
  TlcResult check(String module, String configuration) throws IOException, InterruptedException {
    return check(module, configuration, List.of());
  }

  /// Checks, and counts how often each action was taken, which takes longer.
  TlcResult count(String module, String configuration) throws IOException, InterruptedException {
    return check(module, configuration, List.of("-coverage", "1"));
  }

  private TlcResult check(String module, String configuration, List<String> options)
      throws IOException, InterruptedException {
    // It looks for what it reads in one directory, and leaves files there.
    Files.copy(MODELS.resolve(module + ".tla"), scratch.resolve(module + ".tla"));
    Files.writeString(scratch.resolve(module + ".cfg"), configuration);
    Path output = scratch.resolve("output");
    Process checker =
        new ProcessBuilder(command(module, options))
            .directory(scratch.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!checker.waitFor(BOUND)) {
        throw new IllegalStateException("TLC took longer than " + BOUND);
      }
    } finally {
      checker.destroyForcibly();
    }
    return new TlcResult(Files.readString(output));
  }

  private List<String> command(String module, List<String> options) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-Xmx1g", "-Djava.io.tmpdir=" + scratch));
    // It lives for seconds, beside other builds.
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "tlc2.TLC"));
    command.addAll(List.of("-workers", "1", "-fp", "0"));
    command.addAll(options);
    command.add(module);
    return command;
  }
}
