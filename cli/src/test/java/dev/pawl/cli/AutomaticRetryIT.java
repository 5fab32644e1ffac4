package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Automatic retries: of a job that fails by its environment, and of a run if the workflow asks for
/// it.
class AutomaticRetryIT extends EndToEndFixture {

  /// The first job replaces the work directory by a file, so that the next job fails.
  private static final String SPOILING =
      """
      on: push
      jobs:
        spoil:
          runs-on: x
          steps: [ { run: 'd=$(ls -d .pawl/work/*); mv "$d" saved; touch "$d"' } ]
        build:
          needs: spoil
          runs-on: x
          steps: [ { run: echo built }, { run: echo again >> built } ]
      """;

  @Test
  void aJobSucceedsAtTheSecondAttempt() throws IOException {
    workflow(SPOILING);

    PawlProcess pawl = start("run", "w.yml");
    pawl.awaitOutput("build (attempt 2) waiting: retry 1 of 1 in ");
    mend();

    pawl.end().exits(0).says("✗ build failed").says("✓ build (attempt 2) success");
    assertThat(lines("built")).hasSize(1);
    assertThat(jobs()).containsExactly("spoil success", "build failed", "build success");
    pawl("show").says("✗ build (attempt 1)").says("✓ build (attempt 2)");
    pawl("logs", "1", "build").says("── build (attempt 2) › Run echo built\nbuilt\n");
    pawl("history", "1", "build", "--verify")
        .exits(0)
        .says("job build/2")
        .says("ATTEMPT_MADE")
        .says("retry 1 of 1 in ")
        .complains("The hash chain is intact.");
    assertNoProcessLeft();
  }

  @Test
  void aFailedRunIsRetriedByItsWorkflow() throws IOException {
    workflow(
        """
        on: push
        retry: { max: 2, backoff: 1ms }
        jobs:
          build: { runs-on: x, steps: [ { run: 'echo >> tries; [ $(wc -l < tries) = 2 ]' } ] }
        """);

    CommandResult ended = pawl("run", "w.yml");

    ended.exits(0).says("✗ build failed").says("run #1 w.yml (w.yml), attempt 2");
    ended.says("✓ run #1 success");
    assertThat(lines("tries")).hasSize(2);
    pawl("runs").says("#1.2   ✓ success").says("#1     ✗ failed");
    pawl("show", "1").says("Retries of its workflow: run 2 of at most 3, success.");
    pawl("show", "1", "--json").says("\"lineage\"");
    assertNoProcessLeft();
  }

  @Test
  void aRunWaitingForItsRetryCanBeCancelled() {
    workflow(
        """
        on: push
        retry: { max: 1, backoff: 1h }
        jobs: { build: { runs-on: x, steps: [ { run: exit 1 } ] } }
        """);

    PawlProcess pawl = start("run", "w.yml");
    pawl.awaitOutput("run #1 w.yml (w.yml), attempt 2");
    pawl.signal("INT");

    pawl.end().exits(130).says("run #1 cancelled");
    assertNoProcessLeft();
  }

  private void mend() throws IOException {
    try (Stream<Path> work = Files.list(directory.resolve(".pawl/work"))) {
      Path file = work.findFirst().orElseThrow();
      Files.delete(file);
      Files.move(directory.resolve("saved"), file);
    }
  }
}
