package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.report.JobRows;
import dev.pawl.cli.report.LiveLogPrinter;
import dev.pawl.cli.report.LogPrinter;
import dev.pawl.cli.report.RunLogSnapshot;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl logs`: prints the logs of a run's steps.
@Command(name = "logs", description = "Print the logs of a run's steps.")
public final class LogsCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = "The run's number, or the beginning of its id. Default: the latest run.")
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
    var printer = new LogPrinter(project.project().logs(), System.out, System.err, timestamps);
    int code = project.inspect(run, System.err, (reads, found) -> print(reads, found, printer));
    if (follow && code == ExitCode.SUCCESS) {
      new LiveLogPrinter(this::now, printer, failed).print();
    }
    return code;
  }

  private int print(RunQueries reads, RunRow found, LogPrinter printer) {
    run = Optional.of(found.id().value()); // the latest may soon be another
    if (job.isPresent()) {
      job = JobRows.find(found, reads.attempts(found.id()), job.get(), System.err);
      if (job.isEmpty()) {
        return ExitCode.INVALID;
      }
    }
    RunLogSnapshot now = RunLogSnapshot.read(reads, found, job);
    if (!follow) {
      long printed = now.steps(failed).stream().filter(step -> printer.print(now, step)).count();
      if (printed == 0) {
        System.err.println("pawl: run #%d has no logs: %s".formatted(found.number(), reason(now)));
      }
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

  /// The run's current state. Opening the store ends a run whose owner has died, so following
  /// always ends.
  private Optional<RunLogSnapshot> now() {
    var now = new AtomicReference<@Nullable RunLogSnapshot>();
    project.inspect(
        run,
        System.err,
        (reads, found) -> {
          now.set(RunLogSnapshot.read(reads, found, job));
          return ExitCode.SUCCESS;
        });
    return Optional.ofNullable(now.get());
  }
}
