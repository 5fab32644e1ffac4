package dev.pawl.cli.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A real git repository on branch `main`, at first without a commit.
public record TestRepository(Path directory) {

  public static TestRepository in(Path directory) {
    var repository = new TestRepository(directory);
    repository.git("init", "--quiet", "--initial-branch=main");
    return repository;
  }

  /// Runs git, which must succeed, and returns its output.
  public String git(String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of("git", "-c", "user.name=Test", "-c", "user.email=test@example.org"));
    line.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(line).directory(directory.toFile()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as("%s: %s", line, said).isZero();
      return said.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public TestRepository write(String path, String text) {
    try {
      Path file = directory.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /// Commits these files, each with a text of its own, and returns the commit.
  public String commit(String... paths) {
    for (String path : paths) {
      write(path, path + System.nanoTime());
    }
    git("add", "--all");
    git("commit", "--quiet", "--message", String.join(" ", paths));
    return git("rev-parse", "HEAD");
  }
}
