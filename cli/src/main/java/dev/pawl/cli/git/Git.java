package dev.pawl.cli.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Asks the `git` command about a directory. Arguments are passed one by one, never as a line for a
/// shell; an answer that takes too long or is too large is none.
///
/// Only commands that read, and with what a repository's configuration could start switched off:
/// looking at a repository must not run anything of it.
final class Git {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MOST_BYTES = 16 << 20;
  private static final List<String> COMMAND =
      List.of("git", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false");

  private final Path directory;

  Git(Path directory) {
    this.directory = directory;
  }

  /// One line; none where git fails or says nothing.
  Optional<String> line(String... arguments) {
    return answer(arguments).map(String::strip).filter(line -> !line.isEmpty());
  }

  /// The fields of an answer that ends each with a zero; none where git fails.
  Optional<List<String>> fields(String... arguments) {
    return answer(arguments).map(text -> text.isEmpty() ? List.of() : List.of(text.split("\0")));
  }

  private Optional<String> answer(String... arguments) {
    List<String> line = new ArrayList<>(COMMAND);
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().put("LC_ALL", "C");
    try {
      return ended(builder.start());
    } catch (IOException _) {
      return Optional.empty(); // there is no git on this machine
    }
  }

  private static Optional<String> ended(Process process) {
    try (InputStream out = process.getInputStream()) {
      byte[] bytes = read(out).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      boolean isOver = bytes.length <= MOST_BYTES && process.waitFor(PATIENCE);
      return isOver && process.exitValue() == 0
          ? Optional.of(new String(bytes, UTF_8))
          : Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (TimeoutException | ExecutionException | IOException _) {
      return Optional.empty();
    } finally {
      process.destroyForcibly();
    }
  }

  private static CompletableFuture<byte[]> read(InputStream out) {
    CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            bytes.complete(out.readNBytes(MOST_BYTES + 1));
          } catch (IOException e) {
            bytes.completeExceptionally(e);
          }
        });
    return bytes;
  }
}
