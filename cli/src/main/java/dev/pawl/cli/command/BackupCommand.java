package dev.pawl.cli.command;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.StorePlace;
import dev.pawl.cli.service.ServerData;
import dev.pawl.server.api.document.Maintenance.BackupDocument;
import dev.pawl.server.api.document.Maintenance.BackupRequest;
import dev.pawl.server.store.sqlite.SqliteBackup;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl backup`: copies the store while others write to it.
@Command(
    name = "backup",
    description = {
      "Copy the store, also while runs are running. The copy is verified before it"
          + " gets its name. To restore it, stop every pawl and replace .pawl/pawl.db by the copy.",
      "Logs are not included: they are files in .pawl/logs. With --store, this prints the commands"
          + " that back up a PostgreSQL database."
    })
public final class BackupCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StorePlace place = new StorePlace();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "The file to create; it must not exist.")
  private Optional<Path> file = Optional.empty();

  @Override
  public Integer call() {
    place.check();
    if (place.isPostgres()) {
      return postgres();
    }
    if (file.isEmpty()) {
      throw project.usageError("FILE is missing");
    }
    return place.isServer() ? remote(file.get()) : copied(file.get());
  }

  /// The server copies to a file of its own machine. A request ends before a large copy does, and
  /// the next one waits on.
  private int remote(Path target) {
    if (!target.isAbsolute()) {
      throw project.usageError(
          "with --server, FILE is a file on the server: give its absolute path");
    }
    try (ServerClient client = place.client()) {
      BackupDocument copy;
      do {
        copy =
            client.post(
                client.inOrg("/backup"),
                new BackupRequest(target.toString()),
                BackupDocument.class);
      } while (!copy.complete());
      return print(target, copy.bytes(), copy.journals(), copy.corruptJournals());
    }
  }

  private int copied(Path target) {
    Path database =
        place
            .serverData(project.project().directory())
            .map(ServerData::database)
            .orElseGet(() -> project.project().database());
    if (!Files.exists(database)) {
      System.err.println(project.noRunsMessage());
      return ExitCode.INVALID;
    }
    SqliteBackup.BackupResult copied = SqliteBackup.copy(database, project.resolve(target));
    return print(target, copied.bytes(), copied.journals(), copied.corruptJournals());
  }

  private static int print(Path target, long bytes, long journals, List<String> corrupt) {
    System.out.println(
        "%s: %d bytes, %d journals verified."
            .formatted(PrintableText.line(target.toString()), bytes, journals));
    corrupt.forEach(one ->
        System.err.println(
            "pawl: the journal of '%s' is corrupt, in the store and in the copy. Run `pawl doctor` for details."
                .formatted(PrintableText.line(one))));
    return corrupt.isEmpty() ? ExitCode.SUCCESS : ExitCode.RUN_FAILED;
  }

  /// Prints the commands to use. The exit code is an error, so that a script does not take it for a
  /// backup.
  private int postgres() {
    System.out.println(
        """
        Nothing was copied: use PostgreSQL's own tools. To dump the database:
          pg_dump --format=custom --file=pawl.dump --dbname=%1$s
        To restore it into an empty database that no server uses:
          pg_restore --exit-on-error --single-transaction --dbname=%1$s pawl.dump
          pawl doctor --all --store %1$s
        For point-in-time recovery use pg_basebackup and a WAL archive.\
        """
            .formatted(place.store().libpqAddress()));
    return ExitCode.INVALID;
  }
}
