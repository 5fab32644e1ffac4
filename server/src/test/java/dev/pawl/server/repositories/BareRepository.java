package dev.pawl.server.repositories;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A bare repository made for a test, with a working tree beside it in which commits are made.
public record BareRepository(Path directory, Path tree) {

  /// Makes an empty one, whose default branch is `main`.
  public static BareRepository at(Path directory) throws IOException, InterruptedException {
    Path tree = directory.resolveSibling(directory.getFileName() + ".tree");
    Files.createDirectories(tree);
    var made = new BareRepository(directory, tree);
    made.git("init", "-q", "--bare", "-b", "main", directory.toString());
    made.git("init", "-q", "-b", "main");
    return made;
  }

  public String url() {
    return "file://" + directory;
  }

  /// Commits these files to `main`, and pushes it; the commit.
  public String commit(Map<String, String> files) throws IOException, InterruptedException {
    for (var file : files.entrySet()) {
      Path path = tree.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a commit");
    git("push", "-q", "--force", directory.toString(), "HEAD:refs/heads/main");
    return git("rev-parse", "HEAD");
  }

  /// Sets a ref of the repository.
  public void set(String ref, String commit) throws IOException, InterruptedException {
    git("--git-dir=" + directory, "update-ref", ref, commit);
  }

  /// Runs git in the working tree.
  public String git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(tree.toFile());
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
