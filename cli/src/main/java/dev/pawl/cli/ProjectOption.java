package dev.pawl.cli;

import dev.pawl.cli.local.Project;
import dev.pawl.server.store.RunReads;
import dev.pawl.server.store.RunReads.RunRow;
import dev.pawl.server.store.SqliteStore;
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
final class ProjectOption {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = {"-C", "--directory"},
      paramLabel = "DIR",
      description = "The project's directory; the current one by default.")
  private Path directory = Path.of("");

  Project project() {
    if (!Files.isDirectory(directory.toAbsolutePath())) {
      throw misuse("there is no directory '%s'".formatted(directory));
    }
    return Project.at(directory);
  }

  /// What the command's arguments are wrong about.
  ParameterException misuse(String what) {
    return new ParameterException(
        Objects.requireNonNull(command, "picocli sets it").commandLine(), what);
  }

  /// What a command does with a run.
  interface Look {
    int at(RunReads reads, RunRow run);
  }

  private static String missing(RunReads reads, Optional<String> reference) {
    return reference
        .flatMap(its -> pruned(reads, its))
        .orElse(
            "there is no run %s here; `pawl runs` lists them".formatted(reference.orElse("yet")));
  }

  /// What is left of the run that is meant, if it was pruned.
  static Optional<String> pruned(RunReads reads, String reference) {
    return reads
        .findSealed(reference.replaceFirst("^#", ""))
        .map(sealed ->
            "run #%d (%s) was pruned at %s: it ended %s at %s; its journal had %d entries, the last of hash %s"
                .formatted(
                    sealed.number(),
                    sealed.id(),
                    sealed.sealedAt(),
                    sealed.state(),
                    sealed.endedAt(),
                    sealed.journalSeq(),
                    sealed.journalHash()));
  }

  /// Looks at the run that is meant: by number, by the beginning of its id, or the latest one.
  int look(Optional<String> reference, PrintStream err, Look look) {
    Optional<SqliteStore> store = project().openExistingStore();
    if (store.isEmpty()) {
      err.println("pawl: nothing has been run in " + project().directory());
      return ExitCode.INVALID;
    }
    try (SqliteStore open = store.get()) {
      RunReads reads = open.reads();
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
