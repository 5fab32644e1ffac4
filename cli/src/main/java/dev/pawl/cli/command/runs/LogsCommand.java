package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.report.KeptLogs;
import dev.pawl.cli.report.LiveLogPrinter;
import dev.pawl.cli.report.LogPrinter;
import dev.pawl.cli.report.RunLogSnapshot;
import dev.pawl.cli.runs.RemoteRunClient;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl logs`: prints the logs of a run's steps.
@Command(name = "logs", description = "Print the logs of a run's steps.")
public final class LogsCommand implements Callable<Integer> {

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
      description = "Only the logs of this job: its id, its name, or the beginning of either.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--failed", description = "Only the logs of failed steps.")
  private boolean failed;

  @Option(
      names = {"-f", "--follow"},
      description = "Keep printing until the run has ended.")
  private boolean follow;

  @Option(
      names = "--timestamps",
      description = "Begin each line with the time at which it arrived, in UTC.")
  private boolean timestamps;

  @Override
  public Integer call() throws InterruptedException {
    return selector.with(run, this::print);
  }

  private int print(RunClient runs, RunRow found) throws InterruptedException {
    List<String> wanted =
        job.map(reference -> selector.jobIds(found, runs.attempts(found.id()), reference))
            .orElse(List.of());
    if (timestamps && runs instanceof RemoteRunClient) {
      throw selector.usageError(
          "--timestamps works on the local store: a server does not answer times");
    }
    var printer = new LogPrinter(runs, System.out, System.err, timestamps);
    if (follow) {
      runs.follow();
      new LiveLogPrinter(() -> now(runs, found, wanted), printer, failed).print();
      runs.find(found.id().value())
          .flatMap(runs::interruption)
          .ifPresent(why -> System.err.println("pawl: " + why));
      return ExitCode.SUCCESS;
    }
    RunLogSnapshot now = RunLogSnapshot.read(runs, found, wanted);
    if (KeptLogs.of(runs, now).print(printer, failed) == 0) {
      String what = job.map(name -> "job '%s' of run #%d").orElse("run #%2$d");
      System.err.println(
          "pawl: %s has no logs: %s"
              .formatted(what.formatted(job.orElse(""), found.number()), reason(now)));
    }
    return ExitCode.SUCCESS;
  }

  /// Why there are no logs. A step that prints nothing has none, like a step whose log was deleted.
  private String reason(RunLogSnapshot now) {
    if (now.steps(failed).stream().anyMatch(step -> step.startedAt() != null)) {
      return "its %s printed nothing, or its logs were deleted"
          .formatted(failed ? "failed steps" : "steps");
    }
    return failed ? "no step has failed" : "no step has started";
  }

  /// The run's current state.
  private static Optional<RunLogSnapshot> now(RunClient runs, RunRow found, List<String> wanted) {
    return runs.find(found.id().value()).map(run -> RunLogSnapshot.read(runs, run, wanted));
  }
}
