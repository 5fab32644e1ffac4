package dev.pawl.server.repositories;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/// Runs `git` on one bare repository. Arguments are passed one by one, never through a shell. Time
/// and output are bounded, no hook runs, nothing is asked for on a terminal, and only http, https,
/// ssh and file are spoken.
///
/// @param repository the bare repository
/// @param deadline of all commands together
record MirrorGit(Path repository, SnapshotDeadline deadline) {

  private static final int MOST_ERROR_BYTES = 64 << 10;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration OUTPUT_LIMIT = Duration.ofSeconds(10);
  private static final List<String> COMMAND =
      List.of(
          "git",
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "gc.auto=0",
          "-c",
          "maintenance.auto=false",
          "-c",
          "fetch.recurseSubmodules=false",
          "-c",
          "http.lowSpeedLimit=1",
          "-c",
          "http.lowSpeedTime=20");

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "GIT_ALLOW_PROTOCOL", "http:https:ssh:file",
          "GIT_TERMINAL_PROMPT", "0",
          "GIT_NO_LAZY_FETCH", "1",
          "GIT_NO_REPLACE_OBJECTS", "1",
          "GIT_SSH_COMMAND", "ssh -oBatchMode=yes -oConnectTimeout=20",
          "LC_ALL", "C");

  /// The end of a command, with as many bytes of its output as were asked for.
  static final class Result {

    private final boolean isSuccess;
    private final byte[] output;
    private final String error;

    private Result(int exitCode, byte[] output, String error) {
      this.isSuccess = exitCode == 0;
      this.output = output;
      this.error = error;
    }

    boolean isSuccess() {
      return isSuccess;
    }

    byte[] output() {
      return output;
    }

    String error() {
      return error;
    }

    String line() {
      return new String(output, StandardCharsets.UTF_8).strip();
    }

    /// The line that has the error; warnings come before it, hints after it.
    String reason() {
      List<String> lines = error.lines().toList();
      return lines.stream()
          .filter(line -> line.startsWith("fatal: ") || line.startsWith("error: "))
          .findFirst()
          .or(() -> lines.stream().findFirst())
          .map(line -> line.replaceFirst("^(fatal|error): ", ""))
          .orElse("git failed");
    }
  }

  /// Runs a command without input, whose output is short.
  Result run(Duration limit, BooleanSupplier isTooLarge, String... arguments) {
    return run(limit, isTooLarge, "", MOST_ERROR_BYTES, arguments);
  }

  /// Runs a command and returns the beginning of its output.
  ///
  /// @param isTooLarge asked again and again; ends the command if it is true
  /// @throws RepositoryUnavailable if it takes too long or becomes too large, or if there is no git
  Result run(
      Duration limit, BooleanSupplier isTooLarge, String input, int most, String... arguments) {
    List<String> line = new ArrayList<>(COMMAND);
    line.add("--git-dir=" + repository);
    line.addAll(List.of(arguments));
    var builder = new ProcessBuilder(line).directory(new File("/"));
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder.environment().putAll(ENVIRONMENT);
    if (deadline.left(limit).isZero()) {
      throw deadline.exceeded(limit);
    }
    Process process;
    try {
      process = builder.start();
    } catch (IOException _) {
      throw RepositoryUnavailable.unreachable(
          "the server cannot run git: install it on the server's machine");
    }
    try {
      CompletableFuture<byte[]> error = read(process.getErrorStream(), MOST_ERROR_BYTES);
      CompletableFuture<byte[]> output = read(process.getInputStream(), most);
      write(process, input);
      await(process, limit, isTooLarge);
      return new Result(
          process.exitValue(),
          output.get(deadline.left(OUTPUT_LIMIT).toNanos(), TimeUnit.NANOSECONDS),
          new String(
              error.get(deadline.left(OUTPUT_LIMIT).toNanos(), TimeUnit.NANOSECONDS),
              StandardCharsets.UTF_8));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw RepositoryUnavailable.unreachable("the server is being stopped");
    } catch (TimeoutException _) {
      throw deadline.exceeded(OUTPUT_LIMIT);
    } catch (IOException | ExecutionException e) {
      throw RepositoryUnavailable.unreachable("git's output cannot be read: " + e.getMessage());
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void write(Process process, String input) throws IOException {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void await(Process process, Duration limit, BooleanSupplier isTooLarge)
      throws InterruptedException {
    long end = System.nanoTime() + deadline.left(limit).toNanos();
    while (!process.waitFor(POLL)) {
      if (System.nanoTime() - end > 0) {
        throw deadline.exceeded(limit);
      }
      if (isTooLarge.getAsBoolean()) {
        throw RepositoryUnavailable.missing("it is too large for the server to read its files");
      }
    }
  }

  /// Reads up to `most` bytes, and discards the rest, because git would block on a full pipe.
  private static CompletableFuture<byte[]> read(InputStream in, int most) {
    CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try (in) {
            byte[] beginning = in.readNBytes(most);
            in.transferTo(OutputStream.nullOutputStream());
            bytes.complete(beginning);
          } catch (IOException e) {
            bytes.completeExceptionally(e);
          }
        });
    return bytes;
  }
}
