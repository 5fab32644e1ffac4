package dev.pawl.cli.view;

import static dev.pawl.cli.progress.RecordedRun.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.progress.ChangeReader;
import dev.pawl.cli.progress.RecordedRun;
import dev.pawl.cli.runs.FileLogs;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The output of all steps as it arrives.
class StreamViewTest extends ViewFixture {

  private final ChangeReader reader = new ChangeReader();
  private int shown;

  @Test
  void completeLinesOfAllJobsAreShownWithTheirJob() {
    RecordedRun run = new RecordedRun(store, "r1", job("a"), job("long")).starts(0).starts(1);
    var view = new StreamView(out, new FileLogs(logs), false);
    show(run, view);
    prints(0, 0, "one\ntw");
    prints(1, 0, "other\r\n");
    view.tick();
    assertThat(output()).containsExactly("The a    │ one", "The long │ other");

    prints(0, 0, "o\nthree without an end");
    show(run.endsStep(0, 0, 0).succeeds(0), view);

    assertThat(lines())
        .containsSubsequence(
            "▸ The a running",
            "The a    │ one",
            "The a    │ two",
            "The a    │ three without an end",
            "✓ The a success 7.0 s");
  }

  @Test
  void aFailedStepIsNotPrintedAgain() {
    RecordedRun run = new RecordedRun(store, "r1", job("a")).starts(0);
    var view = new StreamView(out, new FileLogs(logs), false);
    show(run, view);
    prints(0, 0, "broken\n");
    show(run.endsStep(0, 0, 3).fails(0), view);
    view.end();

    assertThat(text()).containsOnlyOnce("broken").contains("all of it: pawl logs 1 a");
  }

  @Test
  void aVeryLongLineIsShownInParts() {
    RecordedRun run = new RecordedRun(store, "r1", job("a")).starts(0);
    var view = new StreamView(out, new FileLogs(logs), false);
    show(run, view);
    prints(0, 0, "é".repeat(20_000));
    view.tick();
    show(run.endsStep(0, 0, 0).succeeds(0), view);

    assertThat(output()).hasSize(3).allMatch(line -> line.length() < 10_000);
    assertThat(String.join("", output()).chars().filter(c -> c == 'é').count()).isEqualTo(20_000);
  }

  private void show(RecordedRun run, StreamView view) {
    run.changes().stream().skip(shown).forEach(change -> view.update(reader.update(change)));
    shown = run.changes().size();
  }

  private List<String> output() {
    return lines().stream().filter(line -> line.contains(" │ ")).toList();
  }
}
