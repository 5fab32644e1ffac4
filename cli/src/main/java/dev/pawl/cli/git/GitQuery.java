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

/// Runs read-only `git` commands in a directory. Arguments are passed one by one, never through a
/// shell; output that takes too long or is too large is an error.
///
/// Features by which a repository's configuration could start programs are switched off as far as
/// git allows: no file system monitor, no signature checks, no lazy fetching. `filter.*.clean`
/// commands remain, because `git status` needs them to compare files.
final class GitQuery {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int MOST_BYTES = 16 << 20;
  private static final int MOST_ERROR_BYTES = 64 << 10;
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

  /// The first line of output; empty if git fails or prints nothing.
  Optional<String> line(String... arguments) {
    try {
      return Optional.of(answer(arguments).strip()).filter(line -> !line.isEmpty());
    } catch (GitException _) {
      return Optional.empty();
    }
  }

  /// The fields of output that ends each with a NUL character.
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
      throw new GitException("git is not installed");
    }
  }

  private static String ended(Process process) throws GitException {
    try {
      var why = read(process.getErrorStream(), MOST_ERROR_BYTES);
      byte[] bytes =
          read(process.getInputStream(), MOST_BYTES).get(TIMEOUT.toMillis(), MILLISECONDS);
      if (bytes.length > MOST_BYTES) {
        throw new GitException("git printed more than %d MiB".formatted(MOST_BYTES >> 20));
      }
      if (!process.waitFor(TIMEOUT)) {
        throw new TimeoutException();
      }
      if (process.exitValue() != 0) {
        throw new GitException(reason(why.get(TIMEOUT.toMillis(), MILLISECONDS)));
      }
      return new String(bytes, UTF_8);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new GitException("interrupted while waiting for git");
    } catch (TimeoutException _) {
      throw new GitException("git took longer than %d seconds".formatted(TIMEOUT.toSeconds()));
    } catch (ExecutionException e) {
      throw new GitException("cannot read git's output: " + e.getMessage());
    } finally {
      process.destroyForcibly();
    }
  }

  /// The line that has the error; warnings come before it, hints after it.
  private static String reason(byte[] complaint) {
    List<String> lines = new String(complaint, UTF_8).lines().toList();
    return lines.stream()
        .filter(line -> line.startsWith("fatal: "))
        .findFirst()
        .or(() -> lines.stream().findFirst())
        .map(line -> line.replaceFirst("^(fatal|error): ", ""))
        .orElse("git failed");
  }

  /// Reads up to `most` bytes and one more, and discards the rest, because git would block on a
  /// full pipe.
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
