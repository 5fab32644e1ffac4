package dev.pawl.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.planning.PlanRequest;
import dev.pawl.workflow.planning.PlanResult;

/// Assertions that hold for the result of reading any file.
final class ReadInvariants {

  static void check(WorkflowReadResult reading) {
    Diagnostics diagnostics = reading.diagnostics();
    switch (reading) {
      case WorkflowReadResult.Accepted(var workflow, _) -> {
        assertThat(diagnostics.errors()).isEmpty();
        assertThat(workflow.jobs()).isNotEmpty();
        switch (Planner.plan(workflow, PlanRequest.NONE)) {
          case PlanResult.Planned(var plan, _) -> assertThat(plan.jobs()).isNotEmpty();
          case PlanResult.Rejected(var errors, _) -> assertThat(errors).isNotEmpty();
        }
      }
      case WorkflowReadResult.Rejected _ -> assertThat(diagnostics.errors()).isNotEmpty();
    }
    assertThat(diagnostics.errors()).hasSizeLessThanOrEqualTo(50);
    assertThat(diagnostics.warnings()).hasSizeLessThanOrEqualTo(50);
    diagnostics.all().forEach(diagnostic -> assertThatItIsInside(diagnostics.source(), diagnostic));
    assertThat(diagnostics.render().isEmpty()).isEqualTo(diagnostics.all().isEmpty());
  }

  private static void assertThatItIsInside(SourceText source, Diagnostic diagnostic) {
    var position = diagnostic.position();
    assertThat(position.line()).as(diagnostic.toString()).isBetween(1, source.lineCount());
    String line = source.line(position.line());
    assertThat(position.column())
        .as(diagnostic.toString())
        .isBetween(1, line.codePointCount(0, line.length()) + 1);
    assertThat(diagnostic.toString() + diagnostic.hint()).doesNotContain("snakeyaml", "Exception");
  }

  private ReadInvariants() {}
}
