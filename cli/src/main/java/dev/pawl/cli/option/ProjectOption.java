package dev.pawl.cli.option;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.local.Project;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The project that a command works on, and how it finds one of its runs.
@Command // picocli mixes in nothing else without an option
public final class ProjectOption {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  public Project project() {
    return Project.at(WorkingDirectory.of(command()));
  }

  /// The path of a file that the user has named.
  public Path resolve(Path given) {
    return project().directory().resolve(given);
  }

  /// A usage error of the command that has this option.
  public ParameterException usageError(String what) {
    return new ParameterException(command().commandLine(), what);
  }

  private CommandSpec command() {
    return Objects.requireNonNull(command, "picocli sets it");
  }

  /// The message where the project has no store.
  public String noRunsMessage() {
    return "pawl: no runs found in '%s'. Run `pawl run FILE` there, or name another directory with -C."
        .formatted(project().directory());
  }

  /// The part of a command that reads one run.
  public interface Inspection {
    int at(RunQueries reads, RunRow run);
  }

  private static String missing(Optional<String> reference) {
    return reference
        .map("run '%s' not found. Run `pawl runs` to list all runs."::formatted)
        .orElse("no runs yet. Run `pawl run FILE` to start one.");
  }

  /// A message about a run that was pruned, from the record that remains of it.
  public static Optional<String> prunedMessage(RunQueries reads, String reference) {
    return reads
        .findPruned(reference.replaceFirst("^#", ""))
        .map(sealed ->
            "run #%d (%s) was pruned at %s: its result was %s at %s; its journal had %d entries and the last hash %s"
                .formatted(
                    sealed.number(),
                    sealed.id(),
                    sealed.prunedAt(),
                    sealed.state(),
                    sealed.endedAt(),
                    sealed.journalSeq(),
                    sealed.journalHash()));
  }

  /// Opens the store and finds the run by number, by the beginning of its id, or the latest one.
  public int inspect(Optional<String> reference, PrintStream err, Inspection look) {
    return inspect(
        reference,
        err,
        look,
        facts -> {
          err.println("pawl: " + facts);
          return ExitCode.INVALID;
        });
  }

  /// Like the other, with an own reaction to a run that was pruned.
  ///
  /// @param pruned prints the facts about it, and returns the exit code
  public int inspect(
      Optional<String> reference, PrintStream err, Inspection look, ToIntFunction<String> pruned) {
    Optional<SqliteStore> store = project().openExistingStore();
    if (store.isEmpty()) {
      err.println(noRunsMessage());
      return ExitCode.INVALID;
    }
    try (SqliteStore open = store.get()) {
      RunQueries reads = open.queries();
      Optional<RunRow> run =
          reference.isPresent()
              ? reads.find(reference.get().replaceFirst("^#", ""))
              : reads.latest(1).stream().findFirst();
      if (run.isEmpty()) {
        Optional<String> facts = reference.flatMap(its -> prunedMessage(reads, its));
        if (facts.isPresent()) {
          return pruned.applyAsInt(facts.get());
        }
        err.println("pawl: " + missing(reference));
        return ExitCode.INVALID;
      }
      return look.at(reads, run.get());
    }
  }
}
