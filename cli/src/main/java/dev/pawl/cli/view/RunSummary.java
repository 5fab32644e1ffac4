package dev.pawl.cli.view;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.LogFrame;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRef;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The summary of an ended run.
final class RunSummary {

  private static final int MOST_BYTES = 1 << 20;

  private final Palette palette;
  private final LogFiles logs;

  RunSummary(Palette palette, LogFiles logs) {
    this.palette = palette;
    this.logs = logs;
  }

  /// The job summaries that steps have written, then the failed steps with the last lines of their
  /// logs.
  List<String> details(Run run) {
    List<String> lines = new ArrayList<>();
    run.jobs().forEach(job -> lines.addAll(written(run, job)));
    lines.addAll(failures(run));
    return lines;
  }

  private List<String> written(Run run, Job job) {
    List<String> lines = new ArrayList<>();
    text(run, job)
        .lines()
        .forEach(line ->
            lines.add(
                palette.faint("  │ ") + EscapeSequenceFilter.sanitize(line, palette.isColoured())));
    if (!lines.isEmpty()) {
      lines.addFirst("Summary of " + PrintableText.line(JobDisplayName.format(job)));
    }
    return lines;
  }

  /// The summary of the attempt's last lease; earlier leases did not run.
  private String text(Run run, Job job) {
    var attempt = new AttemptRef(job.index(), job.attempt().number());
    var lease = new LeaseRef(attempt, job.attempt().leases());
    try {
      byte[] bytes =
          logs.log(new LogRef(run.id(), lease, LogFrame.SUMMARY_INDEX)).bytes(0, MOST_BYTES);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (UncheckedIOException _) {
      return "";
    }
  }

  private List<String> failures(Run run) {
    List<String> lines = new ArrayList<>();
    for (Job job : run.jobs()) {
      FailedStep.of(run, job, logs).forEach(step -> lines.addAll(step.lines(palette)));
    }
    return lines;
  }

  /// The last line: result, duration, and the number of jobs by state.
  String line(Run run) {
    String state = Machine.wireName(run.state());
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Job job : run.jobs()) {
      counts.merge(Machine.wireName(job.attempt().state()), 1, Integer::sum);
    }
    String jobs =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + Palette.words(count.getKey()))
            .collect(Collectors.joining(", "));
    String reason = PrintableText.line(run.reason().message());
    String why = reason.isEmpty() ? "" : " (" + reason + ")";
    return palette.paint(
            state,
            "%s run #%d %s"
                .formatted(palette.sign(state), run.origin().number(), Palette.words(state)))
        + why
        + " in "
        + DurationFormat.text(Duration.between(run.origin().at(), run.since()))
        + (jobs.isEmpty() ? "" : palette.faint(" · " + jobs));
  }
}
