package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A server whose data directory is also the `.pawl/` of a project: commands there leave its runs
/// alone, and so does `pawl run`.
class SharedStoreIT extends ServerFixture {

  @Test
  void lookingLeavesTheRunsOfAServerAlone() throws IOException {
    ServerProcess server = startServer("--data", ".pawl");
    agent(server, "a");
    Path begun = directory.resolve("begun");
    Path end = directory.resolve("end");
    String run =
        startRun(
            server,
            """
            on: push
            jobs:
              a:
                runs-on: linux
                steps:
                  - run: touch %s; while ! test -e %s; do sleep 0.05; done
            """
                .formatted(begun, end));
    Await.until("the job has begun", () -> Files.exists(begun));

    for (String look : List.of("runs", "show", "logs", "history", "why", "doctor")) {
      pawl(look).exits(0);
    }
    pawl("prune", "--keep-runs", "0", "--dry-run").exits(0);
    pawl("runs").says("▸ running");
    pawl("doctor", "--repair").exits(0).says("healthy");
    pawl("cancel", "1").exits(3).complains("belongs to the server of this store");
    Files.writeString(
        directory.resolve("w.yml"),
        "{ on: push, jobs: { b: { runs-on: x, steps: [ { run: echo here } ] } } }");
    PawlProcess.start(directory, Map.of(), PawlProcess.command("run", "w.yml"))
        .end()
        .exits(0)
        .says("run #2 success");

    Files.createFile(end);

    assertThat(awaitEnd(server, run)).isEqualTo("success");
  }

  private CommandResult pawl(String... arguments) {
    return InProcessCommand.pawl(
        Stream.concat(Stream.of("-C", directory.toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }
}
