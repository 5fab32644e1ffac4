package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.option.RunFilterOptions;
import dev.pawl.cli.runs.RemoteRunClient;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.DurationFormat;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl runs`: lists the runs of a project, or of a server.
@Command(
    name = "runs",
    description = "List the runs of this project, or of a server, newest first.")
public final class RunsCommand implements Callable<Integer> {

  @Mixin private RunSelector selector = new RunSelector();
  @Mixin private RunFilterOptions filter = new RunFilterOptions();

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Maximum number of runs. Default: ${DEFAULT-VALUE}.")
  private int limit = 20;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    if (limit < 1) {
      throw selector.usageError("--limit must be at least 1");
    }
    Optional<RunClient> opened = selector.open();
    if (opened.isEmpty()) {
      print(List.of(), noRuns(false), _ -> Optional.empty());
      return ExitCode.SUCCESS;
    }
    try (RunClient open = opened.get()) {
      String none = filter.isGiven() ? "No run matches." : noRuns(open instanceof RemoteRunClient);
      print(open.list(filter.filter(), limit), none, open::interruption);
    }
    return ExitCode.SUCCESS;
  }

  /// The sentence for people where there are no runs.
  static String noRuns(boolean isServer) {
    return "No runs yet. Run `pawl %s FILE` to start one.".formatted(isServer ? "submit" : "run");
  }

  /// @param none the sentence for people if there are no runs
  /// @param interruption why an open run does not go on
  private void print(
      List<RunRow> runs, String none, Function<RunRow, Optional<String>> interruption) {
    if (json) {
      System.out.println(JsonOutput.text(runs));
    } else if (runs.isEmpty()) {
      System.out.println(none);
    } else {
      var palette = Palette.forTerminal(TerminalInfo.isTerminal());
      runs.forEach(run -> System.out.println(line(run, interruption.apply(run), palette)));
    }
  }

  private static String line(RunRow run, Optional<String> interruption, Palette palette) {
    Instant end = run.endedAt();
    String span =
        DurationFormat.text(Duration.between(run.createdAt(), end == null ? Instant.now() : end));
    String message =
        run.quarantined().isEmpty()
            ? interruption.orElse(run.message())
            : "quarantined: %s; `pawl cancel %d --force` ends it"
                .formatted(run.quarantined(), run.number());
    String why = message.isEmpty() ? "" : "  (" + PrintableText.line(message) + ")";
    return "%-6s %s  %-12s  %s  %s%s"
        .formatted(
            "#" + run.number() + (run.runAttempt() == 1 ? "" : "." + run.runAttempt()),
            palette.paint(
                run.state(),
                "%s %-10s".formatted(palette.sign(run.state()), Palette.words(run.state()))),
            span,
            TerminalInfo.localTime(run.createdAt()),
            PrintableText.line(run.workflow()),
            palette.faint(why));
  }
}
