package dev.pawl.cli.option;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.local.Project;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Where the project is, for the commands that look at what has been run there.
public final class ProjectOption {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = {"-C", "--directory"},
      paramLabel = "DIR",
      description = "The project's directory; the current one by default.")
  private Path directory = Path.of("");

  public Project project() {
    if (!Files.isDirectory(directory.toAbsolutePath())) {
      throw usageError("there is no directory '%s'".formatted(directory));
    }
    return Project.at(directory);
  }

  /// What the command's arguments are wrong about.
  public ParameterException usageError(String what) {
    return new ParameterException(
        Objects.requireNonNull(command, "picocli sets it").commandLine(), what);
  }

  /// What a command does with a run.
  public interface Inspection {
    int at(RunQueries reads, RunRow run);
  }

  private static String missing(RunQueries reads, Optional<String> reference) {
    return reference
        .flatMap(its -> prunedMessage(reads, its))
        .orElse(
            "there is no run %s here; `pawl runs` lists them".formatted(reference.orElse("yet")));
  }

  /// What is left of the run that is meant, if it was pruned.
  public static Optional<String> prunedMessage(RunQueries reads, String reference) {
    return reads
        .findPruned(reference.replaceFirst("^#", ""))
        .map(sealed ->
            "run #%d (%s) was pruned at %s: it ended %s at %s; its journal had %d entries, the last of hash %s"
                .formatted(
                    sealed.number(),
                    sealed.id(),
                    sealed.prunedAt(),
                    sealed.state(),
                    sealed.endedAt(),
                    sealed.journalSeq(),
                    sealed.journalHash()));
  }

  /// Looks at the run that is meant: by number, by the beginning of its id, or the latest one.
  public int inspect(Optional<String> reference, PrintStream err, Inspection look) {
    Optional<SqliteStore> store = project().openExistingStore();
    if (store.isEmpty()) {
      err.println("pawl: nothing has been run in " + project().directory());
      return ExitCode.INVALID;
    }
    try (SqliteStore open = store.get()) {
      RunQueries reads = open.queries();
      Optional<RunRow> run =
          reference.isPresent()
              ? reads.find(reference.get().replaceFirst("^#", ""))
              : reads.latest(1).stream().findFirst();
      if (run.isEmpty()) {
        err.println("pawl: " + missing(reads, reference));
        return ExitCode.INVALID;
      }
      return look.at(reads, run.get());
    }
  }
}
