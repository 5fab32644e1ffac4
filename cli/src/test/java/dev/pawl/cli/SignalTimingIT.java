package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Signals at many moments of a run: the run always ends, and no process survives.
class SignalTimingIT extends EndToEndFixture {

  private static final String THREE_STEPS =
      """
      on: push
      jobs:
        first: { runs-on: x, steps: [ { name: one, run: sleep 0.1 }, { name: two, run: sleep 0.1 } ] }
        last: { needs: first, runs-on: x, steps: [ { name: three, run: sleep 0.1 } ] }
      """;

  /// A moment of a run, by the output that announces it.
  enum Moment {
    NOTHING_YET(""),
    FIRST_LINE("run #"),
    JOB_RUNS("▸ first running"),
    FIRST_STEP("first › one"),
    BETWEEN_STEPS("first › two"),
    BETWEEN_JOBS("✓ first success"),
    LAST_STEP("last › three"),
    LAST_JOB_OVER("✓ last success"),
    OVER("success in");

    private final String line;

    Moment(String line) {
      this.line = line;
    }
  }

  @Test
  void anInterruptedRunEndsCancelledOrSuccessful() throws IOException {
    workflow(THREE_STEPS);
    List<String> expected = new ArrayList<>();

    for (Moment moment : Moment.values()) {
      CommandResult ended = start("run", "w.yml").awaitOutput(moment.line).signal("INT").end();
      assertThat(ended.code()).as(moment + ": " + ended).isIn(0, 130);
      if (ended.out().contains("run #")) {
        expected.addFirst(ended.code() == 0 ? "success" : "cancelled");
      }
      assertNoProcessLeft();
      assertNoFileLeft();
    }

    List<String> states = new ArrayList<>();
    json("runs", "--json").forEach(run -> states.add(run.get("state").asString()));
    assertThat(states).isEqualTo(expected);
  }
}
