package dev.pawl.cli.report;

import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.view.DurationFormat;
import dev.pawl.cli.view.Palette;
import dev.pawl.cli.view.TextWidth;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Prints a run with its jobs and steps, in aligned columns.
///
/// @param isLogCut whether the log of a step was cut because of a limit
public record RunReport(RunLogSnapshot shown, Predicate<StepRow> isLogCut, Palette palette) {

  private static final String INDENT = "  ";
  private static final int WIDEST_NAME = 60;
  private static final int SPAN = 12;
  private static final Set<String> FAILURES = Set.of("failed", "timed_out", "lost");

  /// A job or a step.
  ///
  /// @param details printed behind the columns
  private record Row(String indent, String name, String state, String span, String details) {
    Row {
      name = PrintableText.line(name);
      details = PrintableText.line(details);
    }

    int width() {
      return TextWidth.of(indent + name);
    }
  }

  public void print(PrintStream out) {
    head(out);
    List<Row> rows = rows();
    int name = Math.min(WIDEST_NAME, rows.stream().mapToInt(Row::width).max().orElse(0));
    int state = rows.stream().mapToInt(row -> Palette.words(row.state()).length()).max().orElse(0);
    for (Row row : rows) {
      String line =
          "%s%s %s%s  %s  "
              .formatted(
                  row.indent(),
                  palette.paint(row.state(), palette.sign(row.state())),
                  row.name(),
                  " ".repeat(Math.max(0, name - row.width())),
                  palette.paint(row.state(), TextWidth.fit(Palette.words(row.state()), state)));
      String span = TextWidth.fit(row.span(), SPAN);
      out.println(
          row.details().isEmpty()
              ? (line + span).stripTrailing()
              : line + span + palette.faint(row.details()));
    }
  }

  private void head(PrintStream out) {
    RunRow run = shown.run();
    String state = isQuarantined() ? "quarantined" : run.state();
    String message =
        isQuarantined()
            ? "was %s: %s".formatted(Palette.words(run.state()), run.quarantined())
            : run.message();
    String attempt = run.runAttempt() == 1 ? "" : " (attempt %d)".formatted(run.runAttempt());
    out.println(
        "%s  %s%s"
            .formatted(
                palette.bold("#" + run.number() + " " + PrintableText.line(run.workflow()))
                    + attempt,
                palette.paint(state, palette.sign(state) + " " + Palette.words(state)),
                message.isEmpty() ? "" : " (" + PrintableText.line(message) + ")"));
    out.println(
        palette.faint(
            "%s · %s · by %s · %s · id %s"
                .formatted(
                    PrintableText.line(run.file()),
                    run.event(),
                    run.startedBy().replaceFirst("^person:", ""),
                    TerminalInfo.localTime(run.createdAt()),
                    run.id())));
  }

  /// Whether nothing is decided about the run, so that nothing is known of what is not over.
  private boolean isQuarantined() {
    return !shown.run().quarantined().isEmpty();
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (AttemptRow attempt : shown.attempts().values()) {
      String id = attempt.jobId().equals(attempt.name()) ? "" : attempt.jobId();
      String separator = id.isEmpty() || attempt.message().isEmpty() ? "" : " · ";
      rows.add(
          new Row(
              "",
              shown.name(attempt),
              JobSnapshot.shownState(attempt),
              span(attempt.startedAt(), attempt.endedAt()),
              id + separator + attempt.message() + failureClass(attempt)));
      shown.steps(attempt).forEach(step -> rows.add(row(step)));
    }
    return rows;
  }

  /// The class of a failure, unless it is the job's own.
  private static String failureClass(AttemptRow attempt) {
    boolean isFailure = FAILURES.contains(attempt.state()) && !attempt.reason().equals("user");
    return isFailure ? " · class " + attempt.reason() : "";
  }

  private Row row(StepRow step) {
    Integer code = step.exitCode();
    String exit = code == null || code == 0 ? "" : "exit code " + code;
    String ending = step.message().isEmpty() ? exit : step.message();
    String source = step.source().isEmpty() ? "" : " · " + step.source();
    String cut = isLogCut.test(step) ? " · log cut" : "";
    return new Row(
        INDENT,
        step.name(),
        shown.isTolerated(step) ? "tolerated" : step.state(),
        span(step.startedAt(), step.endedAt()),
        ending + source + cut);
  }

  private String span(@Nullable Instant start, @Nullable Instant end) {
    return start == null || (end == null && isQuarantined())
        ? ""
        : DurationFormat.text(Duration.between(start, end == null ? Instant.now() : end));
  }
}
