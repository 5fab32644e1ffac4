package dev.pawl.cli.command.runs;

import dev.pawl.cli.runs.RunClient;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Finds what `pawl approve` and `pawl reject` are about: the run itself if it is held, else the
/// job that is named, else the only job that is held.
@Command
final class HeldJobSelector {

  private static final String HELD = "held";

  @Mixin private RunSelector selector = new RunSelector();

  @Parameters(index = "0", paramLabel = "RUN", description = RunSelector.RUN)
  private String run = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JOB",
      description = "The job. Default: the only one that is held.")
  private Optional<String> job = Optional.empty();

  /// The part of the command that uses what was found.
  interface Use {
    int of(RunActionPrinter run, OptionalInt job) throws InterruptedException;
  }

  int with(String verb, Use use) throws InterruptedException {
    return selector.with(
        Optional.of(run),
        (runs, row) -> use.of(new RunActionPrinter(runs, row), wanted(verb, runs, row)));
  }

  private OptionalInt wanted(String verb, RunClient runs, RunRow run) {
    List<AttemptRow> attempts = runs.attempts(run.id());
    if (job.isPresent() || run.state().equals(HELD) || run.endedAt() != null) {
      return selector.job(run, attempts, job);
    }
    List<AttemptRow> held =
        attempts.stream().filter(attempt -> attempt.state().equals(HELD)).toList();
    if (held.size() == 1) {
      return OptionalInt.of(held.getFirst().job());
    }
    throw selector.usageError(
        held.isEmpty()
            ? "no job of run #%d is held for approval".formatted(run.number())
            : "several jobs of run #%d are held; choose one: %s"
                .formatted(run.number(), commands(verb, run, held)));
  }

  private static String commands(String verb, RunRow run, List<AttemptRow> held) {
    return held.stream()
        .map(attempt ->
            "`pawl %s %d %s`".formatted(verb, run.number(), ShellWord.of(attempt.jobId())))
        .collect(Collectors.joining(", "));
  }
}
