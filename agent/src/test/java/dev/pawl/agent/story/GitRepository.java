package dev.pawl.agent.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A git repository made for a test.
public record GitRepository(Path directory) {

  public static GitRepository at(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    var made = new GitRepository(directory);
    made.git("init", "-q", "-b", "main");
    return made;
  }

  /// Writes a file, commits it, and returns the commit.
  public String commit(String file, String content) throws IOException, InterruptedException {
    Files.writeString(directory.resolve(file), content);
    git("add", file);
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "add " + file);
    return git("rev-parse", "HEAD");
  }

  public String git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }
}
