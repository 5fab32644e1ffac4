package dev.pawl.cli.process;

import dev.pawl.agent.workspace.DirectoryDeletion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The command line of the packaged jar. One training run creates an AOT cache for the others;
/// without it they are slower and otherwise the same.
final class PackagedJar {

  static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
  static final String JAR = System.getProperty("pawl.jar");

  /// Most processes live for less than a second, so code from the training is not compiled at once.
  private static final List<String> QUICK =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-AOTReplayTraining",
          "-Xlog:disable",
          "-Xlog:all=off");

  private static final String TRAINING =
      "on: push\njobs: { warm: { runs-on: linux, steps: [ { run: 'true' } ] } }\n";

  static final List<String> OPTIONS = options();

  private static List<String> options() {
    try {
      Path directory = Files.createTempDirectory("pawl-training");
      Path cache = directory.resolve("pawl.aot");
      Files.writeString(directory.resolve("w.yml"), TRAINING);
      train(directory, cache);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> DirectoryDeletion.delete(directory)));
      List<String> options = with("-Dorg.sqlite.tmpdir=" + directory);
      if (Files.exists(cache)) {
        options.add("-XX:AOTCache=" + cache);
      }
      return List.copyOf(options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void train(Path directory, Path cache) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(JAVA));
    line.addAll(with("-XX:AOTCacheOutput=" + cache));
    line.addAll(List.of("-jar", JAR, "run", "w.yml"));
    Process training =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!training.waitFor(Await.BOUND.toSeconds(), TimeUnit.SECONDS)) {
      training.destroyForcibly();
    }
  }

  private static List<String> with(String option) {
    List<String> options = new ArrayList<>(QUICK);
    options.add(option);
    return options;
  }

  private PackagedJar() {}
}
