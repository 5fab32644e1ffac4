package dev.pawl.cli.view;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.progress.RunProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The summary of an ended run.
final class RunSummary {

  private final Palette palette;
  private final RunOutput output;

  RunSummary(Palette palette, RunOutput output) {
    this.palette = palette;
    this.output = output;
  }

  /// The job summaries that steps have written, then the failed steps, then the result.
  ///
  /// @param hasTails whether failed steps are shown with their last lines
  List<String> lines(RunProgress run, boolean hasTails) {
    List<JobSnapshot> jobs = run.jobs();
    List<String> lines = new ArrayList<>();
    jobs.forEach(job -> lines.addAll(written(run.run(), job)));
    for (JobSnapshot job : jobs) {
      for (FailedStep failed : FailedStep.of(run.run(), job)) {
        List<String> tail =
            hasTails ? output.tail(run.run(), job, failed.step().index()) : List.of();
        lines.addAll(failed.lines(palette, tail));
      }
    }
    lines.add(result(run.run(), jobs));
    return lines;
  }

  private List<String> written(RunHeader run, JobSnapshot job) {
    List<String> lines = new ArrayList<>();
    output
        .summary(run, job)
        .lines()
        .forEach(line ->
            lines.add(
                palette.faint("  │ ") + EscapeSequenceFilter.sanitize(line, palette.isColoured())));
    if (!lines.isEmpty()) {
      lines.addFirst("Summary of " + job.displayName());
    }
    return lines;
  }

  /// The last line: result, duration, and the number of jobs by state.
  private String result(RunHeader run, List<JobSnapshot> jobs) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    jobs.forEach(job -> counts.merge(job.shownState(), 1, Integer::sum));
    String counted =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey().replace('_', ' '))
            .collect(Collectors.joining(", "));
    String why = run.message().isEmpty() ? "" : " (" + run.message() + ")";
    return palette.paint(
            run.state(),
            "%s run #%d %s"
                .formatted(palette.sign(run.state()), run.number(), Palette.words(run.state())))
        + why
        + " in "
        + DurationFormat.text(run.elapsed(Instant.now()))
        + (counted.isEmpty() ? "" : palette.faint(" · " + counted));
  }
}
