package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.view.DurationFormat;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl show`: prints a run with its jobs and steps.
@Command(name = "show", description = "Print a run with its jobs and steps.")
public final class ShowCommand implements Callable<Integer> {

  private static final String INDENT = "  ";
  private static final int WIDEST_NAME = 60;

  /// The output of `--json`.
  record Shown(RunRow run, List<AttemptRow> attempts, List<StepRow> steps) {

    private String name(AttemptRow attempt) {
      return PrintableText.line(attempt.nameAmong(attempts));
    }
  }

  @Mixin private ProjectOption project = new ProjectOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = "The run's number, or the beginning of its id. Default: the latest run.")
  private Optional<String> run = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    return project.inspect(run, System.err, this::show);
  }

  private int show(RunQueries reads, RunRow run) {
    var shown = new Shown(run, reads.attempts(run.id()), reads.steps(run.id()));
    if (json) {
      System.out.println(JsonOutput.text(shown));
    } else {
      print(shown, Palette.forTerminal(TerminalInfo.isTerminal()));
    }
    reads
        .journalProblem(run.id())
        .ifPresent(why ->
            System.err.println(
                "pawl: the run is quarantined: %s. Run `pawl doctor` for details."
                    .formatted(PrintableText.line(why))));
    return ExitCode.SUCCESS;
  }

  private static void print(Shown shown, Palette palette) {
    RunRow run = shown.run();
    System.out.println(
        "%s  %s%s"
            .formatted(
                palette.bold("#" + run.number() + " " + PrintableText.line(run.workflow())),
                palette.paint(
                    run.state(), palette.sign(run.state()) + " " + Palette.words(run.state())),
                run.message().isEmpty() ? "" : " (" + PrintableText.line(run.message()) + ")"));
    System.out.println(
        palette.faint(
            "%s · %s · by %s · %s · id %s"
                .formatted(
                    PrintableText.line(run.file()),
                    run.event(),
                    run.startedBy(),
                    TerminalInfo.localTime(run.createdAt()),
                    run.id())));
    int width = width(shown);
    for (AttemptRow attempt : shown.attempts()) {
      print(
          line("", shown.name(attempt), width, attempt.state(), palette)
              + span(attempt.startedAt(), attempt.endedAt()),
          palette.faint(PrintableText.line(attempt.message())));
      for (StepRow step : shown.steps()) {
        if (step.job() == attempt.job() && step.attempt() == attempt.attempt()) {
          print(
              line(INDENT, PrintableText.line(step.name()), width, step.state(), palette)
                  + span(step.startedAt(), step.endedAt()),
              palette.faint(ending(step)));
        }
      }
    }
  }

  private static void print(String line, String why) {
    System.out.println((line + why).stripTrailing());
  }

  /// The width of the name column, so that states are aligned unless a name is very long.
  private static int width(Shown shown) {
    int width = 0;
    for (AttemptRow attempt : shown.attempts()) {
      width = Math.max(width, shown.name(attempt).length());
    }
    for (StepRow step : shown.steps()) {
      width = Math.max(width, INDENT.length() + step.name().length());
    }
    return Math.min(width, WIDEST_NAME);
  }

  private static String line(String indent, String name, int width, String state, Palette palette) {
    return "%s%s %s%s  %s  "
        .formatted(
            indent,
            palette.paint(state, palette.sign(state)),
            name,
            " ".repeat(Math.max(0, width - indent.length() - name.length())),
            palette.paint(state, "%-10s".formatted(Palette.words(state))));
  }

  private static String span(@Nullable Instant start, @Nullable Instant end) {
    if (start == null) {
      return "%-13s".formatted("");
    }
    return "%-10s"
        .formatted(DurationFormat.text(Duration.between(start, end == null ? Instant.now() : end)));
  }

  private static String ending(StepRow step) {
    Integer code = step.exitCode();
    String exit = code == null || code == 0 ? "" : "exit code " + code;
    return step.message().isEmpty() ? exit : PrintableText.line(step.message());
  }
}
