package dev.pawl.cli.view;

import dev.pawl.agent.exec.Summaries;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.workflow.diagnostics.Printable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What is said of a run when it is over.
final class Summary {

  private final Palette palette;
  private final LogFiles logs;
  private final Summaries summaries;

  Summary(Palette palette, LogFiles logs, Summaries summaries) {
    this.palette = palette;
    this.logs = logs;
    this.summaries = summaries;
  }

  /// What the steps themselves have written to be read now, and then what failed, with the tail of
  /// its log.
  List<String> details(Run run) {
    List<String> lines = new ArrayList<>();
    run.jobs().forEach(job -> lines.addAll(written(run, job)));
    lines.addAll(failures(run));
    return lines;
  }

  private List<String> written(Run run, Job job) {
    List<String> lines = new ArrayList<>();
    summaries
        .read(run.id().value(), job.planned().id(), job.attempt().number())
        .lines()
        .forEach(
            line -> lines.add(palette.faint("  │ ") + Escapes.tamed(line, palette.isColoured())));
    if (!lines.isEmpty()) {
      lines.addFirst("Summary of " + Printable.line(Names.of(job)));
    }
    return lines;
  }

  private List<String> failures(Run run) {
    List<String> lines = new ArrayList<>();
    for (Job job : run.jobs()) {
      FailedStep.of(run, job, logs).forEach(step -> lines.addAll(step.lines(palette)));
    }
    return lines;
  }

  /// The last line: how it ended, how long it took, and what became of the jobs.
  String line(Run run) {
    String state = Machine.wireName(run.state());
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Job job : run.jobs()) {
      counts.merge(Machine.wireName(job.attempt().state()), 1, Integer::sum);
    }
    String jobs =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", "));
    String reason = Printable.line(run.reason().message());
    String why = reason.isEmpty() ? "" : " (" + reason + ")";
    return palette.paint(
            state, palette.sign(state) + " run #" + run.origin().number() + " " + state)
        + why
        + " in "
        + Spans.text(Duration.between(run.origin().at(), run.since()))
        + (jobs.isEmpty() ? "" : palette.faint(" · " + jobs));
  }
}
