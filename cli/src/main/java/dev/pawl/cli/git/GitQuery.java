package dev.pawl.cli.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/// Asks the `git` command about a directory. Arguments are passed one by one, never as a line for a
/// shell; an answer that takes too long or is too large is none.
///
/// Only commands that read, and without what a repository's configuration could start, as far as
/// git lets one say so: no file system monitor, no check of signatures, no fetching of what is not
/// here. What is left are its `filter.*.clean` commands, by which `git status` looks at files that
/// may have changed: without them it could not tell.
final class GitQuery {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MOST_BYTES = 16 << 20;
  private static final int MOST_OF_WHY = 64 << 10;
  private static final List<String> COMMAND =
      List.of(
          "git",
          "--no-optional-locks",
          "--literal-pathspecs",
          "-c",
          "core.fsmonitor=false",
          "-c",
          "log.showSignature=false");

  private final Path directory;

  GitQuery(Path directory) {
    this.directory = directory;
  }

  /// One line; none where git fails or says nothing.
  Optional<String> line(String... arguments) {
    try {
      return Optional.of(answer(arguments).strip()).filter(line -> !line.isEmpty());
    } catch (GitException _) {
      return Optional.empty();
    }
  }

  /// The fields of an answer that ends each with a zero.
  List<String> fields(String... arguments) throws GitException {
    String text = answer(arguments);
    return text.isEmpty() ? List.of() : List.of(text.split("\0"));
  }

  String answer(String... arguments) throws GitException {
    List<String> line = new ArrayList<>(COMMAND);
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line).directory(directory.toFile()).redirectInput(new File("/dev/null"));
    GitEnvironmentVariables.dropFrom(builder.environment());
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().put("GIT_NO_LAZY_FETCH", "1");
    builder.environment().put("LC_ALL", "C");
    try {
      return ended(builder.start());
    } catch (IOException _) {
      throw new GitException("there is no git on this machine");
    }
  }

  private static String ended(Process process) throws GitException {
    try {
      var why = read(process.getErrorStream(), MOST_OF_WHY);
      byte[] bytes =
          read(process.getInputStream(), MOST_BYTES).get(PATIENCE.toMillis(), MILLISECONDS);
      if (bytes.length > MOST_BYTES) {
        throw new GitException("git says more than %d MiB".formatted(MOST_BYTES >> 20));
      }
      if (!process.waitFor(PATIENCE)) {
        throw new TimeoutException();
      }
      if (process.exitValue() != 0) {
        throw new GitException(reason(why.get(PATIENCE.toMillis(), MILLISECONDS)));
      }
      return new String(bytes, UTF_8);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new GitException("git was not waited for");
    } catch (TimeoutException _) {
      throw new GitException("git takes longer than %d seconds".formatted(PATIENCE.toSeconds()));
    } catch (ExecutionException e) {
      throw new GitException("git cannot be heard: " + e.getMessage());
    } finally {
      process.destroyForcibly();
    }
  }

  /// The line that says what ended it; before it are warnings, after it is advice.
  private static String reason(byte[] complaint) {
    List<String> lines = new String(complaint, UTF_8).lines().toList();
    return lines.stream()
        .filter(line -> line.startsWith("fatal: "))
        .findFirst()
        .or(() -> lines.stream().findFirst())
        .map(line -> line.replaceFirst("^(fatal|error): ", ""))
        .orElse("git fails");
  }

  /// All of it, or a little more than `most` bytes. What follows is thrown away: git would not end
  /// well if nobody took it.
  private static CompletableFuture<byte[]> read(InputStream in, int most) {
    CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try (in) {
            bytes.complete(in.readNBytes(most + 1));
            in.transferTo(OutputStream.nullOutputStream());
          } catch (IOException e) {
            bytes.completeExceptionally(e);
          }
        });
    return bytes;
  }
}
