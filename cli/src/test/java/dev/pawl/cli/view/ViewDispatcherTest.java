package dev.pawl.cli.view;

import static dev.pawl.cli.progress.RecordedRun.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.progress.RecordedRun;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.runs.FileLogs;
import org.junit.jupiter.api.Test;

/// Changes on their way to a view.
class ViewDispatcherTest extends ViewFixture {

  @Test
  void changesOfAnotherRunAreNotShown() throws InterruptedException {
    var superseded = new RecordedRun(store, "r0", job("old"));
    RecordedRun run = new RecordedRun(store, "r1", job("new")).starts(0);
    var dispatcher =
        new ViewDispatcher(
            new PlainView(out, new FileLogs(logs)), run.run().id(), _ -> WaitSummary.EMPTY);

    run.changes().forEach(dispatcher::committed);
    superseded.starts(0).endsStep(0, 0, 3).fails(0).changes().forEach(dispatcher::committed);
    RecordedRun ended = run.endsStep(0, 0, 0).succeeds(0);
    ended.changes().stream().skip(6).forEach(dispatcher::committed);
    dispatcher.end(ended.run());

    assertThat(text()).contains("▸ The new running").contains("✓ run #2 success");
    assertThat(text()).doesNotContain("old").doesNotContain("#1");
  }
}
