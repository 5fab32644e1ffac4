package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.report.WhyReport;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.core.why.Explanation;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl why`: explains the state of a run or a job.
@Command(
    name = "why",
    description = {
      "Explain why a run or a job waits, was skipped, failed or was cancelled, and what happens next"
          + " and when."
    })
public final class WhyCommand implements Callable<Integer> {

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
      description = "The job. Default: the run, and its jobs that wait or failed.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    return selector.with(run, this::explain);
  }

  private int explain(RunClient runs, RunRow run) {
    List<AttemptRow> attempts = runs.attempts(run.id());
    OptionalInt wanted = selector.job(run, attempts, job);
    Explanation why = runs.explain(run.id(), wanted);
    if (json) {
      System.out.println(JsonOutput.text(why));
      return ExitCode.SUCCESS;
    }
    var report = new WhyReport(run, attempts, runs.steps(run.id()), runs.now());
    if (wanted.isPresent()) {
      report.job(wanted.getAsInt(), why).forEach(System.out::println);
    } else {
      report
          .run(why, runs.problem(run), index -> runs.explain(run.id(), OptionalInt.of(index)))
          .forEach(System.out::println);
    }
    return ExitCode.SUCCESS;
  }
}
