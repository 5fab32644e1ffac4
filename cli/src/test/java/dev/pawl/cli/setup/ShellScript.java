package dev.pawl.cli.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Runs a script in a real shell. The test is skipped if the machine does not have the program.
final class ShellScript {

  private static final long SECONDS = 60;

  /// Runs the program and returns its output, standard error included.
  static String output(Path directory, String program, String... arguments)
      throws IOException, InterruptedException {
    assumeTrue(isInstalled(program), program + " is not installed");
    List<String> line = new ArrayList<>(List.of(program));
    line.addAll(List.of(arguments));
    Path output = Files.createTempFile(directory, "shell", ".out");
    Process process =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean hasEnded = process.waitFor(SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(hasEnded).as("%s ended", line).isTrue();
    String text = Files.readString(output, UTF_8);
    Files.delete(output);
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private ShellScript() {}
}
