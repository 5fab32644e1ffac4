package dev.pawl.cli.view;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.workflow.diagnostics.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A step that failed, and the end of what it printed.
record FailedStep(String job, String step, StepEnd end, List<String> tail) {

  private static final int TAIL_LINES = 20;

  FailedStep {
    job = Printable.line(job);
    step = Printable.line(step);
  }

  /// The steps of a job that failed.
  static List<FailedStep> of(Run run, Job job, LogFiles logs) {
    List<FailedStep> failed = new ArrayList<>();
    if (job.attempt() instanceof Attempt.Ended ended) {
      for (Step step : ended.steps()) {
        if (step instanceof Step.Ended(var index, _, var name, var state, _, var end)
            && state == StepState.FAILED) {
          Optional<Path> log = logs.newest(run.id(), job.index(), ended.number(), index);
          List<String> tail = log.isPresent() ? Tail.of(log.get(), TAIL_LINES) : List.of();
          failed.add(new FailedStep(Names.of(job), name, end, tail));
        }
      }
    }
    return failed;
  }

  /// The headline and the log's tail, ready to print.
  List<String> lines(Palette palette) {
    List<String> lines = new ArrayList<>();
    lines.add(palette.paint("failed", "✗ %s › %s: %s".formatted(job, step, whatHappened())));
    tail.forEach(
        line -> lines.add(palette.faint("  │ ") + Escapes.tamed(line, palette.isColoured())));
    return lines;
  }

  private String whatHappened() {
    String exit = end.ender() == StepEnd.Ender.PROCESS ? "exit code " + end.exitCode() : "";
    return end.message().isEmpty() ? exit : Printable.line(end.message());
  }
}
