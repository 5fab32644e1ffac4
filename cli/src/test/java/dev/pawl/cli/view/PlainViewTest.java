package dev.pawl.cli.view;

import static dev.pawl.cli.progress.RecordedRun.job;
import static dev.pawl.cli.progress.RecordedRun.optional;
import static dev.pawl.cli.progress.RecordedRun.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.progress.ChangeReader;
import dev.pawl.cli.progress.RecordedRun;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.progress.WaitSummary.Wait;
import dev.pawl.cli.runs.FileLogs;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.server.SamplePlans;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Plain lines of a run.
class PlainViewTest extends ViewFixture {

  @Test
  void aFailedStepIsShownOnceWithItsSourceAndCommand() {
    RecordedRun run = new RecordedRun(store, "r1", job("test (1, b)")).starts(0);
    prints(0, 0, "one\ntwo\n");
    show(run.endsStep(0, 0, 3).fails(0));

    assertThat(lines())
        .containsSubsequence(
            "✗ The test (1, b) › Compile: exit code 3",
            "  │ one",
            "  │ two",
            "  defined in ci.yaml:7:9 · all of it: pawl logs 1 'test (1, b)'")
        .last()
        .asString()
        .endsWith(" · 1 failed");
    assertThat(text()).containsOnlyOnce("│ two");
  }

  @Test
  void aToleratedFailureIsMarkedAndNotCountedAsFailed() {
    RecordedRun run =
        new RecordedRun(store, "r1", optional("lint"), job("b", step().continuingOnError()))
            .starts(0)
            .endsStep(0, 0, 4)
            .fails(0)
            .starts(1)
            .endsStep(1, 0, 5)
            .succeeds(1);
    prints(0, 0, "bad style\n");
    show(run);

    assertThat(text())
        .contains("! The lint failed, tolerated")
        .contains("! The lint › Compile: exit code 4 (tolerated)")
        .contains("! The b › Compile: exit code 5 (tolerated)")
        .contains("✓ run #1 success")
        .endsWith(" · 1 tolerated, 1 success\n")
        .doesNotContain("bad style")
        .doesNotContain("✗");
  }

  @Test
  void aHeldJobSaysHowToApproveIt() {
    JobPolicy held =
        JobPolicy.PLAIN.with(new Approval(List.of("ann"), 1, Approval.DEFAULT_EXPIRY, false));
    var run = new RecordedRun(store, "r1", SamplePlans.job("deploy", List.of(), held, step()));
    var view = new PlainView(out, new FileLogs(logs));
    var reader = new ChangeReader();
    run.changes().forEach(change -> view.update(reader.update(change)));

    assertThat(lines())
        .containsSubsequence(
            "· The deploy held: waits for one approval by ann",
            "  approve: pawl approve 1 deploy · reject: pawl reject 1 deploy");
  }

  @Test
  void aReasonToWaitIsPrintedOnce() {
    var run = new RecordedRun(store, "r1", job("a"));
    var view = new PlainView(out, new FileLogs(logs));
    var reader = new ChangeReader();
    run.changes().forEach(change -> view.update(reader.update(change)));
    var wait = new Wait("Waiting for deploy (1 ahead)", Optional.empty());
    var waits = new WaitSummary(Optional.empty(), Map.of(0, wait));

    view.explain(waits);
    view.explain(waits);

    assertThat(text()).containsOnlyOnce("Waiting for deploy (1 ahead)");
  }

  private void show(RecordedRun run) {
    var view = new PlainView(out, new FileLogs(logs));
    var reader = new ChangeReader();
    run.changes().forEach(change -> view.update(reader.update(change)));
    view.end();
  }
}
