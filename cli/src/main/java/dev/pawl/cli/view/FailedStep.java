package dev.pawl.cli.view;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.progress.StepProgress;
import dev.pawl.server.doctor.ShellWord;
import java.util.ArrayList;
import java.util.List;

/// A failed step of an ended run: where it is defined, its last lines, and the command that prints
/// all of them. Of a tolerated failure, the headline only.
record FailedStep(RunHeader run, JobSnapshot job, StepProgress step) {

  /// The failed steps of a job.
  static List<FailedStep> of(RunHeader run, JobSnapshot job) {
    return job.steps().stream()
        .filter(StepProgress::isFailed)
        .map(step -> new FailedStep(run, job, step))
        .toList();
  }

  boolean isTolerated() {
    return step.isTolerated() || job.isTolerated();
  }

  /// The lines to print.
  ///
  /// @param tail the last lines of its output
  List<String> lines(Palette palette, List<String> tail) {
    String state = isTolerated() ? JobSnapshot.TOLERATED : "failed";
    String headline =
        "%s %s › %s: %s%s"
            .formatted(
                palette.sign(state),
                job.displayName(),
                step.name(),
                step.ending(),
                isTolerated() ? " (tolerated)" : "");
    List<String> lines = new ArrayList<>(List.of(palette.paint(state, headline)));
    if (isTolerated()) {
      return lines;
    }
    tail.forEach(line ->
        lines.add(
            palette.faint("  │ ") + EscapeSequenceFilter.sanitize(line, palette.isColoured())));
    String source = step.source().isEmpty() ? "" : "defined in %s · ".formatted(step.source());
    lines.add(
        palette.faint(
            "  %sall of it: pawl logs %d %s"
                .formatted(source, run.number(), ShellWord.of(job.id()))));
    return lines;
  }
}
