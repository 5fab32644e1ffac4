package dev.pawl.cli;

import dev.pawl.cli.local.Problems;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.store.RunReads;
import dev.pawl.server.store.RunReads.AttemptRow;
import dev.pawl.server.store.RunReads.RunRow;
import dev.pawl.server.store.RunReads.StepRow;
import dev.pawl.workflow.diagnostics.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl logs`: what the steps of a run printed.
@Command(name = "logs", description = "Print what the steps of a run printed.")
final class LogsCommand implements Callable<Integer> {

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

  @Override
  public Integer call() {
    return project.look(run, System.err, this::print);
  }

  private int print(RunReads reads, RunRow run) {
    List<AttemptRow> attempts =
        reads.attempts(run.id()).stream()
            .filter(attempt -> job.isEmpty() || job.get().equals(attempt.jobId()))
            .toList();
    if (attempts.isEmpty() && job.isPresent()) {
      System.err.println("pawl: run #%d has no job %s".formatted(run.number(), job.get()));
      return ExitCode.INVALID;
    }
    List<StepRow> steps = reads.steps(run.id());
    try (LogFiles logs = project.project().logs()) {
      for (AttemptRow attempt : attempts) {
        for (StepRow step : steps) {
          if (isWanted(attempt, step)) {
            print(run, attempt.nameAmong(attempts), step, logs);
          }
        }
      }
    }
    return ExitCode.SUCCESS;
  }

  private boolean isWanted(AttemptRow attempt, StepRow step) {
    return step.job() == attempt.job()
        && step.attempt() == attempt.attempt()
        && (!failed || step.state().equals("failed"));
  }

  /// The headline only where there is something under it; the log's bytes as they are.
  private static void print(RunRow run, String job, StepRow step, LogFiles logs) {
    Optional<Path> log = logs.newest(run.id(), step.job(), step.attempt(), step.step());
    if (log.isEmpty() && step.message().isEmpty()) {
      return;
    }
    var palette = Palette.forTerminal(Terminals.isTerminal());
    System.out.println(
        palette.bold(Printable.line("── %s › %s".formatted(job, step.name())))
            + (step.message().isEmpty() ? "" : "  " + Printable.line(step.message())));
    if (log.isPresent()) {
      try {
        Files.copy(log.get(), System.out);
      } catch (IOException e) {
        System.err.println("pawl: cannot read the log: " + Problems.meaning(e));
      }
    }
  }
}
