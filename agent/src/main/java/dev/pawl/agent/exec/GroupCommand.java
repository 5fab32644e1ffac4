package dev.pawl.agent.exec;

import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Finds out a job's group by its `group-command`: the last line that it prints. It runs before the
/// job's start is committed, and so perhaps more than once.
final class GroupCommand {

  /// The server waits no longer.
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Duration GRACE = Duration.ofSeconds(1);

  sealed interface Answer {}

  record Group(String key) implements Answer {}

  record Failed(String why) implements Answer {}

  private final Workspace.Place place;
  private final Map<String, String> environment;

  GroupCommand(Workspace.Place place, Map<String, String> environment) {
    this.place = place;
    this.environment = environment;
  }

  Answer run(String command, StopSignal stop) throws IOException, InterruptedException {
    var tail = new Tail();
    StepEnd end = execute(command, tail, stop);
    String key = lastLine(tail);
    if (end.ender() == Ender.TIMEOUT) {
      return new Failed("group-command took more than " + LIMIT.toSeconds() + " s");
    }
    if (end.ender() != Ender.PROCESS || end.exitCode() != 0) {
      return new Failed("group-command failed: exit code %d: %s".formatted(end.exitCode(), key));
    }
    return key.isEmpty() ? new Failed("group-command printed nothing") : new Group(key);
  }

  private StepEnd execute(String command, Tail tail, StopSignal stop)
      throws IOException, InterruptedException {
    Map<String, String> env = new HashMap<>(environment);
    env.put(Ward.VARIABLE, place.markers());
    ShellCommand shell = ShellCommand.unspecified(env);
    Path script = place.scripts().resolve("group" + shell.extension());
    Files.writeString(script, command + "\n", StandardCharsets.UTF_8);
    var builder =
        new ProcessBuilder(shell.with(script))
            .directory(place.directory().toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().clear();
    builder.environment().putAll(env);
    try (var pipe = new StepOutput(place.scripts(), StepOutput.OF_GROUP, new LastLines(tail))) {
      StepEnd end = run(builder.redirectOutput(pipe.redirect()), stop);
      pipe.await();
      return end;
    }
  }

  private StepEnd run(ProcessBuilder builder, StopSignal stop)
      throws IOException, InterruptedException {
    var process = new StepProcess(builder.start(), GRACE);
    place.ward().opened(process.group());
    try {
      return process.await(stop, Deadline.in(LIMIT, "its time was up"), () -> {});
    } finally {
      place.leave(process.group());
    }
  }

  private static String lastLine(Tail tail) {
    return tail.lines().reversed().stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse("");
  }

  /// What the command prints is shown to nobody.
  private record LastLines(Tail tail) implements StepOutput.Taker {

    @Override
    public void take(byte[] bytes, int length) {
      tail.add(bytes, length);
    }
  }
}
