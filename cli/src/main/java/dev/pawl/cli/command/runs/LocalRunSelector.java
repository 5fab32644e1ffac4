package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.progress.JobOrder;
import dev.pawl.cli.runs.AmbiguousRunException;
import dev.pawl.cli.runs.LocalRunClient;
import dev.pawl.cli.runs.RemoteRunClient;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.workflows.JobReference;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.PrunedRunRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/// Finds the run of the local store and the job that a command is about, and reports those that do
/// not exist.
@Command // picocli mixes in nothing else without an option
public class LocalRunSelector {

  /// The description of a run argument.
  static final String RUN =
      "The run: its number, one of its attempts as in 3.1, or its id; of the local store also the"
          + " beginning of its id.";

  @Mixin private ProjectOption project = new ProjectOption();

  /// The part of a command that uses one run.
  public interface Use {
    int of(RunClient runs, RunRow run) throws InterruptedException;
  }

  /// The reaction to a run that was pruned.
  public interface PrunedUse {
    int of(String facts);
  }

  public ProjectOption project() {
    return project;
  }

  /// A usage error of the command.
  public ParameterException usageError(String what) {
    return project.usageError(what);
  }

  /// Finds the run by its number, by the beginning of its id, or the latest one.
  ///
  /// @return the exit code of `use`, or of the error
  public int with(Optional<String> reference, Use use) throws InterruptedException {
    return with(reference, use, facts -> reject(ExitCode.INVALID, facts));
  }

  /// Like the other, with an own reaction to a run that was pruned.
  public int with(Optional<String> reference, Use use, PrunedUse pruned)
      throws InterruptedException {
    Optional<RunClient> opened = open();
    if (opened.isEmpty()) {
      System.err.println(project.noRunsMessage());
      return ExitCode.INVALID;
    }
    try (RunClient runs = opened.get()) {
      Optional<RunRow> run = reference.isPresent() ? runs.find(reference.get()) : runs.latest();
      if (run.isPresent()) {
        return use.of(runs, run.get());
      }
      Optional<String> facts = reference.flatMap(runs::findPruned).map(LocalRunSelector::facts);
      return facts.isPresent()
          ? pruned.of(facts.get())
          : reject(ExitCode.INVALID, missing(reference, runs));
    } catch (AmbiguousRunException e) {
      throw usageError(String.valueOf(e.getMessage()));
    }
  }

  /// The runs; empty if there is no store yet.
  Optional<RunClient> open() {
    return LocalRunClient.of(project.project()).map(RunClient.class::cast);
  }

  private static String missing(Optional<String> reference, RunClient runs) {
    return reference
        .map("run '%s' not found. Run `pawl runs` to list all runs."::formatted)
        .orElse(RunsCommand.noRuns(runs instanceof RemoteRunClient));
  }

  /// The facts about a pruned run, from the record that remains of it.
  public static String facts(PrunedRunRow pruned) {
    return "run #%d (%s) was pruned at %s: its result was %s at %s; its journal had %d entries and the last hash %s"
        .formatted(
            pruned.number(),
            pruned.id(),
            pruned.prunedAt(),
            pruned.state(),
            pruned.endedAt(),
            pruned.journalSeq(),
            pruned.journalHash());
  }

  /// The index of the job that the user means.
  ///
  /// @throws ParameterException if there is none, or several may be meant
  public int job(RunRow run, List<AttemptRow> attempts, String reference) {
    String id = jobId(run, attempts, reference);
    return attempts.stream()
        .filter(attempt -> attempt.jobId().equals(id))
        .findFirst()
        .orElseThrow()
        .job();
  }

  /// The id of the job that the user means.
  String jobId(RunRow run, List<AttemptRow> attempts, String reference) {
    List<JobReference.Candidate> jobs =
        JobOrder.sorted(attempts, AttemptRow::jobId, AttemptRow::job).stream()
            .filter(attempt -> attempt.attempt() == 1)
            .map(attempt -> new JobReference.Candidate(attempt.jobId(), attempt.name()))
            .toList();
    return jobId("run #" + run.number(), jobs, reference);
  }

  /// The ids of the jobs that the user means: one, or all cells of a matrix, by the id of their
  /// job.
  List<String> jobIds(RunRow run, List<AttemptRow> attempts, String reference) {
    List<String> cells =
        attempts.stream()
            .filter(attempt -> attempt.attempt() == 1)
            .map(AttemptRow::jobId)
            .filter(id -> id.startsWith(reference + " ("))
            .toList();
    return cells.isEmpty() ? List.of(jobId(run, attempts, reference)) : cells;
  }

  /// The id of the job that the user means.
  ///
  /// @param place the run, for messages
  String jobId(String place, List<JobReference.Candidate> jobs, String reference) {
    return switch (JobReference.resolve(reference, jobs)) {
      case JobReference.Match.Found(var job) -> job.id();
      case JobReference.Match.Ambiguous ambiguous -> throw usageError(ambiguous.message());
      case JobReference.Match.Unknown _ when jobs.isEmpty() ->
          throw usageError(place + " has no jobs yet");
      case JobReference.Match.Unknown unknown -> throw usageError(unknown.message(place));
    };
  }

  /// The index of the job that the user means, if one is named.
  public OptionalInt job(RunRow run, List<AttemptRow> attempts, Optional<String> reference) {
    return reference.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(job(run, attempts, reference.get()));
  }

  /// Prints why nothing was done.
  static int reject(int code, String why) {
    System.err.println(PrintableText.line("pawl: " + why));
    return code;
  }
}
