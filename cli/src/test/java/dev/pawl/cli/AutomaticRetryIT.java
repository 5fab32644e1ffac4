package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A job that fails for the machine's sake is tried once more, and a run if its workflow asks for
/// it; everybody sees it.
class AutomaticRetryIT extends EndToEndFixture {

  /// The first job puts a file where the next one's directory is to be made.
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
  void whatIsMendedMeanwhileSucceedsAtTheSecondAttempt() throws IOException {
    workflow(SPOILING);

    PawlProcess pawl = start("run", "w.yml");
    pawl.untilItPrints("build (attempt 2) waiting: retry 1 of 1 after infra");
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
        .says("retry 1 of 1 after infra")
        .complains("The chain is whole.");
    nothingSurvives();
  }

  @Test
  void aRunThatFailsIsMadeAgainAsItsWorkflowAsks() throws IOException {
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
    pawl("runs").says("#1     ✓ success").says("#1     ✗ failed");
    nothingSurvives();
  }

  @Test
  void aRunThatWaitsToBeMadeAgainCanBeCancelled() {
    workflow(
        """
        on: push
        retry: { max: 1, backoff: 1h }
        jobs: { build: { runs-on: x, steps: [ { run: exit 1 } ] } }
        """);

    PawlProcess pawl = start("run", "w.yml");
    pawl.untilItPrints("run #1 w.yml (w.yml), attempt 2");
    pawl.signal("INT");

    pawl.end().exits(130).says("run #1 cancelled");
    nothingSurvives();
  }

  private void mend() throws IOException {
    try (Stream<Path> work = Files.list(directory.resolve(".pawl/work"))) {
      Path file = work.findFirst().orElseThrow();
      Files.delete(file);
      Files.move(directory.resolve("saved"), file);
    }
  }
}
