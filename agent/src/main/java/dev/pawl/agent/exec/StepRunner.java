package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.FromServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Runs one step of a job: writes its script, starts it as a process group of its own, carries its
/// output away, and says how it ended.
final class StepRunner {

  private static final int CANNOT_START = 126;
  private static final int NOT_FOUND = 127;

  private final Workspace.Place place;
  private final Duration grace;

  StepRunner(Workspace.Place place, Duration grace) {
    this.place = place;
    this.grace = grace;
  }

  StepEnd run(
      int index,
      FromServer.Step step,
      LogShipper log,
      Tail tail,
      StopSignal stop,
      Duration left,
      Runnable onCancel)
      throws InterruptedException {
    Path directory;
    try {
      directory = place.directory().resolve(step.workingDirectory());
    } catch (InvalidPathException e) {
      return cannotStart(CANNOT_START, "working-directory: " + e.getMessage(), step);
    }
    if (!Files.isDirectory(directory)) {
      return cannotStart(
          CANNOT_START,
          "working-directory '%s' does not exist".formatted(step.workingDirectory()),
          step);
    }
    Map<String, String> env = new HashMap<>(place.environment());
    env.putAll(step.env());
    env.put(Ward.VARIABLE, place.markers());
    ShellCommand shell = ShellCommand.of(step.shell(), env);
    if (ShellCommand.onPath(shell.program(), env).isEmpty()) {
      return cannotStart(
          NOT_FOUND,
          "the shell '%s' needs %s, which is not on the PATH"
              .formatted(step.shell(), shell.program()),
          step);
    }
    try {
      Path script = place.scripts().resolve("step-" + index + "." + shell.extension());
      Files.writeString(script, step.run() + "\n", StandardCharsets.UTF_8);
      try (var output = new StepOutput(place.scripts(), index, log, tail)) {
        var builder = builder(shell, script, directory, env).redirectOutput(output.redirect());
        StepEnd end = run(builder, stop, left, onCancel);
        output.await();
        log.flush();
        return end;
      }
    } catch (IOException e) {
      String why =
          e instanceof FileSystemException file ? "cannot write " + file.getFile() : e.getMessage();
      return cannotStart(CANNOT_START, "it could not be started: " + why, step);
    }
  }

  private static ProcessBuilder builder(
      ShellCommand shell, Path script, Path directory, Map<String, String> env) {
    var builder =
        new ProcessBuilder(shell.with(script))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().clear();
    builder.environment().putAll(env);
    return builder;
  }

  private StepEnd run(ProcessBuilder builder, StopSignal stop, Duration left, Runnable onCancel)
      throws IOException, InterruptedException {
    var process = new StepProcess(builder.start(), grace);
    place.ward().opened(process.group());
    try {
      return process.await(stop, left, onCancel);
    } finally {
      place.leave(process.group());
    }
  }

  private static StepEnd cannotStart(int code, String why, FromServer.Step step) {
    return new StepEnd(code, Ender.NOBODY, "%s (%s)".formatted(why, step.source()));
  }
}
