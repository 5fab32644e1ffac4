package dev.pawl.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The order in which jobs are shown.
class JobOrderTest {

  @Test
  void appendedCellsStandInTheirJobsPlace() {
    List<String> ids =
        List.of("plan", "test (1)", "deploy", "call / test (a)", "z", "test (2)", "test (3)");

    assertThat(sorted(ids))
        .containsExactly(
            "plan", "test (1)", "test (2)", "test (3)", "deploy", "call / test (a)", "z");
  }

  @Test
  void cellsOfACalledWorkflowStandTogether() {
    List<String> ids = List.of("call / test (a (1))", "(hooks)", "call / test (b / c)");

    assertThat(sorted(ids))
        .containsExactly("call / test (a (1))", "call / test (b / c)", "(hooks)");
  }

  private static List<String> sorted(List<String> ids) {
    return JobOrder.sorted(ids, id -> id, ids::indexOf);
  }
}
