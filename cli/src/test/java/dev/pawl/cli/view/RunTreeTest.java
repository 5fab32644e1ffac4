package dev.pawl.cli.view;

import static dev.pawl.cli.progress.RecordedRun.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.progress.RecordedRun;
import dev.pawl.cli.progress.RunProgress;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.progress.WaitSummary.Wait;
import dev.pawl.cli.runs.FileLogs;
import dev.pawl.core.plan.PlannedJob;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jline.terminal.Size;
import org.junit.jupiter.api.Test;

/// The tree of a run on a terminal.
class RunTreeTest extends ViewFixture {

  @Test
  void theHeaderCountsTheJobsThatAreDone() {
    RecordedRun run =
        new RecordedRun(store, "r1", job("a"), job("b")).starts(0).endsStep(0, 0, 0).succeeds(0);

    assertThat(tree(run, 80, 24, WaitSummary.EMPTY).getFirst())
        .startsWith("ci #1 ci.yaml  running  1 of 2 jobs  ");
  }

  @Test
  void aRunningStepHasItsLastLineBesideIt() {
    RecordedRun run = new RecordedRun(store, "r1", job("a")).starts(0);
    prints(0, 0, "first\n10%\r20%\u001b[2J\n\n");

    assertThat(tree(run, 80, 24, WaitSummary.EMPTY).get(1)).endsWith("1/1 Compile │ 20%");
  }

  @Test
  void aWaitingJobSaysWhy() {
    var run = new RecordedRun(store, "r1", job("a"));
    Instant soon = run.run().since().plusSeconds(10);
    var group = new Wait("Waiting for deploy (1 ahead)", Optional.empty());
    var retry = new Wait("retry 1 of 2", Optional.of(soon));

    assertThat(tree(run, 80, 24, new WaitSummary(Optional.empty(), Map.of(0, group))).get(1))
        .endsWith("Waiting for deploy (1 ahead)");
    assertThat(tree(run, 80, 24, new WaitSummary(Optional.empty(), Map.of(0, retry))).get(1))
        .endsWith("retry 1 of 2 in 10 s");
  }

  @Test
  void ofTooManyJobsTheRunningOnesAreShown() {
    PlannedJob[] jobs =
        IntStream.range(0, 200).mapToObj(job -> job("j" + job)).toArray(PlannedJob[]::new);
    RecordedRun run = new RecordedRun(store, "r1", jobs).starts(150);

    List<String> lines = tree(run, 80, 24, WaitSummary.EMPTY);

    assertThat(lines).hasSize(23);
    assertThat(lines.get(21)).contains("The j150");
    assertThat(lines.getLast()).isEqualTo("  … and 179 more jobs");
  }

  @Test
  void aNarrowTerminalShowsTheBeginningOfNames() {
    var run = new RecordedRun(store, "r1", job("averylongname"));

    assertThat(tree(run, 20, 10, WaitSummary.EMPTY).get(1)).startsWith("  · The ave…  queued");
  }

  private List<String> tree(RecordedRun run, int columns, int rows, WaitSummary waits) {
    RunProgress progress = run.progress();
    var tree =
        new RunTree(
            new Palette(false), new RunOutput(new FileLogs(logs)), Size.of(columns, rows), 0);
    return tree.lines(progress, waits, List.of(), run.run().since());
  }
}
