package dev.pawl.cli.view;

import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogReader;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A failed step with the last lines of its log.
record FailedStep(String job, String step, StepEnd end, List<String> tail) {

  private static final int TAIL_LINES = 20;

  FailedStep {
    job = PrintableText.line(job);
    step = PrintableText.line(step);
  }

  /// The failed steps of a job.
  static List<FailedStep> of(Run run, Job job, LogFiles logs) {
    List<FailedStep> failed = new ArrayList<>();
    if (job.attempt() instanceof Attempt.Ended ended) {
      for (Step step : ended.steps()) {
        if (step instanceof Step.Ended(var index, _, var name, var state, _, var end)
            && state == StepState.FAILED) {
          List<String> tail =
              logs.newest(run.id(), job.index(), ended.number(), index)
                  .map(FailedStep::tail)
                  .orElse(List.of());
          failed.add(new FailedStep(JobDisplayName.format(job), name, end, tail));
        }
      }
    }
    return failed;
  }

  private static List<String> tail(LogReader log) {
    try {
      return new String(log.tail(TAIL_LINES).bytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (UncheckedIOException e) {
      return List.of("(cannot read the log: " + FileErrorMessages.describe(e) + ")");
    }
  }

  /// The headline and the last lines of the log, ready to print.
  List<String> lines(Palette palette) {
    List<String> lines = new ArrayList<>();
    lines.add(palette.paint("failed", "✗ %s › %s: %s".formatted(job, step, reason())));
    tail.forEach(line ->
        lines.add(
            palette.faint("  │ ") + EscapeSequenceFilter.sanitize(line, palette.isColoured())));
    return lines;
  }

  private String reason() {
    String exit = end.ender() == StepEnd.Ender.PROCESS ? "exit code " + end.exitCode() : "";
    return end.message().isEmpty() ? exit : PrintableText.line(end.message());
  }
}
