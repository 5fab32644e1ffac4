package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
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

/// `pawl logs`: what the steps of a run printed, or print.
@Command(name = "logs", description = "Print what the steps of a run printed.")
public final class LogsCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = "Its number, or the beginning of its id; the latest by default.")
  private Optional<String> run = Optional.empty();

  @Parameters(index = "1", arity = "0..1", paramLabel = "JOB", description = "Only this job's.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--failed", description = "Only the steps that failed.")
  private boolean failed;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what they print, until the run is over.")
  private boolean follow;

  @Override
  public Integer call() throws InterruptedException {
    var printer = new LogPrinter(project.project().logs());
    int code = project.inspect(run, System.err, (reads, found) -> print(reads, found, printer));
    if (follow && code == ExitCode.SUCCESS) {
      new LiveLogPrinter(this::now, printer, failed).print();
    }
    return code;
  }

  private int print(RunQueries reads, RunRow found, LogPrinter printer) {
    run = Optional.of(found.id().value()); // the latest may soon be another
    RunLogSnapshot now = RunLogSnapshot.read(reads, found, job);
    if (now.attempts().isEmpty() && job.isPresent()) {
      System.err.println("pawl: run #%d has no job %s".formatted(found.number(), job.get()));
      return ExitCode.INVALID;
    }
    if (!follow) {
      now.steps(failed).forEach(step -> printer.print(now, step));
    }
    return ExitCode.SUCCESS;
  }

  /// The run as it is at this moment. The store is opened for it, which ends a run whose owner is
  /// gone: nobody follows it for ever.
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
