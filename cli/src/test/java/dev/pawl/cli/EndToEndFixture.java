package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.DirectoryProcesses;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.cli.process.PawlProcess;
import dev.pawl.server.doctor.ShellWord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Base of tests that run the packaged jar, with real processes, signals and files, in a directory
/// of their own. Everything that a test starts is killed at its end, even if it fails.
abstract class EndToEndFixture {

  /// A script that waits, bounded, for a file that another step or the test creates.
  private static final String AWAIT =
      """
      #!/bin/sh
      tries=0
      while [ ! -e "$1" ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || { echo "$1 did not come"; exit 9; }
        sleep 0.05
      done
      """;

  private static final Set<String> STORE_COMMANDS =
      Set.of(
          "runs", "show", "logs", "history", "doctor", "prune", "why", "cancel", "approve",
          "reject", "skip");

  @TempDir Path directory;

  private final List<PawlProcess> started = new ArrayList<>();

  @BeforeEach
  void provide() throws IOException {
    directory = directory.toRealPath();
    write("await", AWAIT);
    assertThat(directory.resolve("await").toFile().setExecutable(true)).isTrue();
  }

  @AfterEach
  void cleanUp() {
    started.forEach(PawlProcess::kill);
    DirectoryProcesses.killIn(directory);
  }

  /// Writes the workflow `w.yml`.
  void workflow(String text) {
    write("w.yml", text);
  }

  void write(String name, String text) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines of a file that steps append to; empty if it does not exist.
  List<String> lines(String name) throws IOException {
    Path file = directory.resolve(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /// Starts pawl here.
  PawlProcess start(String... arguments) {
    return start(directory, Map.of(), List.of(), arguments);
  }

  /// @param prefix a command that runs pawl
  PawlProcess start(
      Path where, Map<String, String> environment, List<String> prefix, String... arguments) {
    List<String> line = new ArrayList<>(prefix);
    line.addAll(PawlProcess.command(arguments));
    return start(where, environment, line);
  }

  /// Starts a command line that has pawl in it.
  PawlProcess start(Path where, Map<String, String> environment, List<String> line) {
    PawlProcess pawl = PawlProcess.start(where, environment, line);
    started.add(pawl);
    return pawl;
  }

  /// Runs a command here to its end. A command that only looks at the store runs inside this JVM,
  /// which saves the start of another one; [InspectionCommandsIT] and [StoreCommandsIT] run each of
  /// them from the packaged jar too.
  CommandResult pawl(String... arguments) {
    if (arguments.length == 0 || !STORE_COMMANDS.contains(arguments[0])) {
      return packaged(arguments);
    }
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(1, List.of("-C", directory.toString()));
    return InProcessCommand.pawl(line.toArray(String[]::new));
  }

  /// Runs a command of the packaged jar here to its end.
  CommandResult packaged(String... arguments) {
    return start(arguments).end();
  }

  /// Runs a command that pawl has printed, through a shell.
  CommandResult copied(String command) {
    String pawl =
        PawlProcess.command().stream().map(ShellWord::of).collect(Collectors.joining(" "));
    String script = "pawl() { %s \"$@\"; }; %s".formatted(pawl, command);
    return start(directory, Map.of(), List.of("sh", "-c", script)).end();
  }

  /// The JSON output of a command.
  JsonNode json(String... arguments) {
    CommandResult ended = pawl(arguments);
    assertThat(ended.code()).as(ended.err()).isZero();
    return JsonMapper.shared().readTree(ended.out());
  }

  /// The jobs of the latest run with their states, as `job state`.
  List<String> jobs() {
    List<String> jobs = new ArrayList<>();
    for (JsonNode attempt : json("show", "--json").get("attempts")) {
      jobs.add(attempt.get("jobId").asString() + " " + attempt.get("state").asString());
    }
    return jobs;
  }

  /// Waits until a file exists.
  void awaitFile(String name) {
    Await.until(name + " is there", () -> Files.exists(directory.resolve(name)));
  }

  /// Waits until no process that belongs to this directory is alive.
  void assertNoProcessLeft() {
    Await.until(
        () -> "still alive: " + DirectoryProcesses.in(directory),
        () -> DirectoryProcesses.in(directory).isEmpty());
  }

  /// The directories of owners and jobs are empty.
  void assertNoFileLeft() throws IOException {
    for (String place : List.of(".pawl/owners", ".pawl/work")) {
      if (Files.exists(directory.resolve(place))) {
        try (Stream<Path> left = Files.list(directory.resolve(place))) {
          assertThat(left).isEmpty();
        }
      }
    }
  }
}
