package dev.pawl.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.run.RunId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What becomes of a workflow's text that somebody sends.
class RunRequestTest {

  private static final RunId RUN = new RunId("r1");

  private static RunRequest of(String workflow) {
    return new RunRequest("ci.yml", workflow, null, null, null, Map.of());
  }

  @Test
  void aWorkflowIsPlannedAsIfStartedByHand() {
    var planned =
        of("on: push\njobs: { a: { runs-on: x, steps: [ { run: make } ] } }").plan(RUN, "ana");
    assertThat(planned.event()).isEqualTo("push");
    assertThat(planned.plan().jobs()).hasSize(1);
  }

  @Test
  void whatIsWrongWithItIsToldWithItsPlace() {
    assertThatThrownBy(() -> of("jobs: 3").plan(RUN, "ana"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("ci.yml:1:7: error");
    assertThatThrownBy(() ->
            of("on: push\njobs: { a: { runs-on: '${{ fromJSON(github.sha) }}', steps: [ { run: x } ] } }")
                .plan(RUN, "ana"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("ci.yml:2:");
  }

  @Test
  void whatIsLeftOutIsAskedFor() {
    RunRequest empty = new JsonMapper().readValue("{}", RunRequest.class);
    assertThatThrownBy(empty::checked)
        .isInstanceOf(Problem.class)
        .hasMessageContaining("a run needs `file`");
    assertThat(of("on: push").checked()).isEqualTo(of("on: push"));
  }
}
