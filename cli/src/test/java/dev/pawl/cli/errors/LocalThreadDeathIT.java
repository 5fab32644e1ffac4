package dev.pawl.cli.errors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.DirectoryProcesses;
import dev.pawl.cli.process.PawlProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl run` whose threads are killed by an error.
class LocalThreadDeathIT {

  private static final String LOOP = "dev.pawl.server.orchestrator.Orchestrator#step";

  @TempDir Path directory;
  @TempDir Path other;

  @AfterEach
  void cleanUp() {
    DirectoryProcesses.killIn(directory);
  }

  @Test
  void anErrorEndsTheRunAndItsProcesses() throws Exception {
    var errors = new ErrorInjector(other, LOOP);
    Files.writeString(
        directory.resolve("w.yml"),
        "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'touch started; sleep 1000' } ] } }\n");
    PawlProcess run =
        PawlProcess.start(
            directory,
            Map.of("JAVA_TOOL_OPTIONS", errors.jvmOption()),
            PawlProcess.command("run", "w.yml"));
    Await.until(run::output, () -> Files.exists(directory.resolve("started")));
    errors.exhaustMemoryIn(LOOP);
    assertThat(errors.awaitThrown(LOOP)).isEqualTo("orchestrator");
    CommandResult result = run.end();
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err())
        .contains("pawl: ended by an error in thread 'orchestrator': java.lang.OutOfMemoryError");
    Await.until(
        () -> "left: " + DirectoryProcesses.in(directory),
        () -> DirectoryProcesses.in(directory).isEmpty());
  }
}
