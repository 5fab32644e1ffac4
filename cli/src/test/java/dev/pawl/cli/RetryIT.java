package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A job that fails for the machine's sake is tried once more, and everybody sees it.
class RetryIT extends EndToEnd {

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

    Pawl pawl = start("run", "w.yml");
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

  private void mend() throws IOException {
    try (Stream<Path> work = Files.list(directory.resolve(".pawl/work"))) {
      Path file = work.findFirst().orElseThrow();
      Files.delete(file);
      Files.move(directory.resolve("saved"), file);
    }
  }
}
