package dev.pawl.cli.local;

import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A directory in which Pawl runs, and where in it the state is: `.pawl/`.
public record Project(Path directory) {

  private static final String IGNORED =
      """
      # What Pawl keeps here is of this machine; workflows/ is yours.
      /pawl.db*
      /logs/
      /owners/
      /work/
      /.gitignore
      """;

  public static Project at(Path directory) {
    return new Project(directory.toAbsolutePath().normalize());
  }

  private Path home() {
    return directory.resolve(".pawl");
  }

  Path owners() {
    return home().resolve("owners");
  }

  Path work() {
    return home().resolve("work");
  }

  public LogFiles logs() {
    return new LogFiles(home().resolve("logs"));
  }

  /// The store, made if there is none, to serve the runs of `owner`. Runs whose owner is gone are
  /// ended first.
  ///
  /// @throws StoreFailure if it cannot be
  SqliteStore openStore(String owner) {
    try {
      Files.createDirectories(home());
      Path ignored = home().resolve(".gitignore");
      if (!Files.exists(ignored)) {
        Files.writeString(ignored, IGNORED);
      }
    } catch (IOException e) {
      throw new StoreUnavailable(
          "cannot write to %s: %s".formatted(home(), FileErrorMessages.describe(e)), e);
    }
    return swept(SqliteStore.open(database(), InstantSource.system(), owner));
  }

  /// The store, if there is one.
  public Optional<SqliteStore> openExistingStore() {
    return SqliteStore.openExisting(database(), InstantSource.system()).map(this::swept);
  }

  private SqliteStore swept(SqliteStore store) {
    endOrphanedRuns(store);
    return store;
  }

  /// The store, if there is one, with whatever was left by owners who are gone.
  public Optional<SqliteStore> openStoreWithoutCleanup() {
    return SqliteStore.openExisting(database(), InstantSource.system());
  }

  /// Ends the runs whose owners are gone.
  public void endOrphanedRuns(SqliteStore store) {
    new OrphanedRuns(this, store).end();
  }

  /// The runs that are not over and whose owners are gone.
  public List<RunId> abandoned(SqliteStore store) {
    return store.orchestrators().withOpenRuns().stream()
        .filter(owner -> !OwnerLock.isTaken(owners(), owner.id()))
        .flatMap(owner -> store.orchestrators().openRunsOf(owner).stream())
        .toList();
  }

  /// Whether the process that had an agent is gone.
  public boolean isAgentGone(String agent) {
    try {
      return OwnerLock.owners(owners()).stream()
          .filter(owner -> LocalAgent.idOf(owner).equals(agent))
          .noneMatch(owner -> OwnerLock.isTaken(owners(), owner));
    } catch (IOException e) {
      throw new StoreUnavailable(
          "cannot read %s: %s".formatted(owners(), FileErrorMessages.describe(e)), e);
    }
  }

  /// Deletes what the steps of a run have left to be read.
  public void deleteOutput(RunId run) {
    DirectoryDeletion.delete(home().resolve("logs").resolve(run.value()));
  }

  /// The file of the store.
  public Path database() {
    return home().resolve("pawl.db");
  }
}
