package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Signals at many moments of a run, all in one directory: whenever they come, every run ends, and
/// nothing survives.
class MomentsIT extends EndToEnd {

  private static final String THREE_STEPS =
      """
      on: push
      jobs:
        first: { runs-on: x, steps: [ { name: one, run: sleep 0.1 }, { name: two, run: sleep 0.1 } ] }
        last: { needs: first, runs-on: x, steps: [ { name: three, run: sleep 0.1 } ] }
      """;

  /// What pawl prints at a moment of a run.
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

  @ParameterizedTest
  @EnumSource
  void anInterruptedRunEndsCancelledOrAsItWouldHave(Moment moment) throws IOException {
    workflow(THREE_STEPS);

    Ended ended = start("run", "w.yml").untilItPrints(moment.line).signal("INT").end();

    assertThat(ended.code()).as(ended.toString()).isIn(0, 130);
    nothingSurvives();
    for (JsonNode run : json("runs", "--json")) {
      assertThat(run.get("state").asString())
          .isEqualTo(ended.code() == 0 ? "success" : "cancelled");
    }
    nothingIsLeftBehind();
  }
}
