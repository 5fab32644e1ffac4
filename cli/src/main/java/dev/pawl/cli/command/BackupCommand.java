package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.StoreOption;
import dev.pawl.server.store.sqlite.SqliteBackup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl backup`: a copy of the store, while others write to it.
@Command(
    name = "backup",
    description = {
      "Copy the store as it is at this moment, also while runs go on; the copy is checked before it"
          + " gets its name. To restore it, put it in the place of .pawl/pawl.db while no pawl runs.",
      "Logs are not in it: they are plain files in .pawl/logs. Of a PostgreSQL, its own tools make"
          + " the backup: with --store this says how."
    })
public final class BackupCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StoreOption store = new StoreOption();

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "Where to; must not be there yet.")
  private Optional<Path> file = Optional.empty();

  @Override
  public Integer call() {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw project.usageError(problem.get());
    }
    return store.isPostgres() ? postgres() : local();
  }

  private int local() {
    if (file.isEmpty()) {
      throw project.usageError("say where to: pawl backup FILE");
    }
    Path database = project.project().database();
    if (!Files.exists(database)) {
      System.err.println("pawl: nothing has been run in " + project.project().directory());
      return ExitCode.INVALID;
    }
    SqliteBackup.BackupResult copied = SqliteBackup.copy(database, file.get());
    System.out.println(
        "%s: %d bytes, %d journals checked."
            .formatted(copied.file(), copied.bytes(), copied.journals()));
    copied
        .broken()
        .forEach(one ->
            System.err.println(
                "pawl: the journal of %s is broken, in the store as in its copy; `pawl doctor` tells more"
                    .formatted(one)));
    return copied.broken().isEmpty() ? ExitCode.SUCCESS : ExitCode.RUN_FAILED;
  }

  /// Nothing was backed up, and whoever asked by a script must not believe so.
  private int postgres() {
    System.out.println(
        """
        A PostgreSQL is backed up by its own tools; pawl has copied nothing. One moment of it:
          pg_dump --format=custom --file=pawl.dump --dbname=%1$s
        and to restore it, into an empty database that no orchestrator serves:
          pg_restore --exit-on-error --single-transaction --dbname=%1$s pawl.dump
          pawl doctor --all --store %1$s
        Every moment of it: a base backup with pg_basebackup, and an archive of its WAL.\
        """
            .formatted(store.libpqAddress()));
    return ExitCode.INVALID;
  }
}
