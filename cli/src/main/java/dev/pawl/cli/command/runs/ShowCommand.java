package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.report.RunLogSnapshot;
import dev.pawl.cli.report.RunReport;
import dev.pawl.cli.runs.CutLog;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.Palette;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.LineageStatus;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl show`: prints a run with its jobs and steps.
@Command(name = "show", description = "Print a run with its jobs and steps.")
public final class ShowCommand implements Callable<Integer> {

  /// The output of `--json`.
  record Shown(
      RunRow run,
      Optional<RetryChain> lineage,
      List<AttemptRow> attempts,
      List<StepRow> steps,
      List<CutLog> cutLogs) {

    /// The same with these jobs only.
    private Shown of(List<String> jobs) {
      List<AttemptRow> its =
          attempts.stream().filter(attempt -> jobs.contains(attempt.jobId())).toList();
      Set<Integer> indices = its.stream().map(AttemptRow::job).collect(Collectors.toSet());
      return new Shown(
          run,
          lineage,
          its,
          steps.stream().filter(step -> indices.contains(step.job())).toList(),
          cutLogs.stream().filter(cut -> indices.contains(cut.job())).toList());
    }

    private boolean isLogCut(StepRow step) {
      return cutLogs.stream().anyMatch(cut -> cut.isOf(step));
    }
  }

  /// The run with its automatic retries, if its workflow has any.
  record RetryChain(String state, int attempt, int max) {

    private static Optional<RetryChain> of(RunRow run) {
      RunState state = Machine.ofWireName(RunState.class, run.state());
      return Optional.of(LineageStatus.of(state, run.retries(), run.maxRetries(), run.isRetried()))
          .filter(LineageStatus::hasRetries)
          .map(its -> new RetryChain(its.wireName(), its.attempt(), its.max()));
    }

    private String words() {
      return "Retries of its workflow: run %d of at most %d, %s.".formatted(attempt, max, state);
    }
  }

  @Mixin private RunSelector selector = new RunSelector();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = RunSelector.RUN + " Default: the latest run.")
  private Optional<String> run = Optional.empty();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Only this job: its id, its name, or the beginning of either.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    return selector.with(run, this::show);
  }

  private int show(RunClient runs, RunRow run) {
    Optional<RetryChain> lineage = RetryChain.of(run);
    var shown =
        new Shown(run, lineage, runs.attempts(run.id()), runs.steps(run.id()), runs.cutLogs(run));
    if (job.isPresent()) {
      shown = shown.of(selector.jobIds(run, shown.attempts(), job.get()));
    }
    if (json) {
      System.out.println(JsonOutput.text(shown));
    } else {
      new RunReport(
              RunLogSnapshot.of(run, true, shown.attempts(), shown.steps(), List.of()),
              shown::isLogCut,
              Palette.forTerminal(TerminalInfo.isTerminal()))
          .print(System.out);
      lineage.map(RetryChain::words).ifPresent(System.out::println);
    }
    runs.problem(run).ifPresent(why -> System.err.println(PrintableText.line("pawl: " + why)));
    return ExitCode.SUCCESS;
  }
}
