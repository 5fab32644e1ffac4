package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.view.DurationFormat;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl runs`: lists the runs of a project.
@Command(name = "runs", description = "List the runs of this project, newest first.")
public final class RunsCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();

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
      throw project.usageError("--limit must be at least 1");
    }
    Optional<SqliteStore> store = project.project().openForReading();
    List<RunRow> runs = List.of();
    if (store.isPresent()) {
      try (SqliteStore open = store.get()) {
        runs = open.queries().latest(limit);
      }
    }
    if (json) {
      System.out.println(JsonOutput.text(runs));
    } else if (runs.isEmpty()) {
      System.out.println("No runs yet. Run `pawl run FILE` to start one.");
    } else {
      print(runs);
    }
    return ExitCode.SUCCESS;
  }

  private static void print(List<RunRow> runs) {
    var palette = Palette.forTerminal(TerminalInfo.isTerminal());
    for (RunRow run : runs) {
      Instant end = run.endedAt();
      String span =
          DurationFormat.text(Duration.between(run.createdAt(), end == null ? Instant.now() : end));
      String why = run.message().isEmpty() ? "" : "  (" + PrintableText.line(run.message()) + ")";
      System.out.println(
          "%-6s %s  %-12s  %s  %s%s"
              .formatted(
                  "#" + run.number(),
                  palette.paint(
                      run.state(),
                      "%s %-10s".formatted(palette.sign(run.state()), Palette.words(run.state()))),
                  span,
                  TerminalInfo.localTime(run.createdAt()),
                  PrintableText.line(run.workflow()),
                  palette.faint(why)));
    }
  }
}
