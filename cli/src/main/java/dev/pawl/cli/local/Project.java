package dev.pawl.cli.local;

import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.logging.LogOutput;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.disk.DiskReserve;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.rows.OrchestratorRows.Orchestrator;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The directory of a project, and the state that Pawl keeps in its `.pawl/`.
public record Project(Path directory) {

  private static final String IGNORED =
      """
      # Pawl's state on this machine; workflows/ is yours to commit.
      /pawl.db*
      /pawl.log
      /reserve
      /logs/
      /owners/
      /work/
      /.gitignore
      """;

  public static Project at(Path directory) {
    return new Project(directory.toAbsolutePath().normalize());
  }

  public Path stateDirectory() {
    return directory.resolve(".pawl");
  }

  Path owners() {
    return stateDirectory().resolve("owners");
  }

  Path work() {
    return stateDirectory().resolve("work");
  }

  public LogFiles logs() {
    return new LogFiles(stateDirectory().resolve("logs"));
  }

  /// Opens the store, creating it if necessary, for the runs of `owner`. Ends orphaned runs first.
  ///
  /// @throws StoreUnavailable if it cannot be opened
  SqliteStore openStore(String owner) {
    try {
      Files.createDirectories(stateDirectory());
      useLogFile();
      Path ignored = stateDirectory().resolve(".gitignore");
      if (!Files.exists(ignored)) {
        Files.writeString(ignored, IGNORED);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write to '%s': %s".formatted(stateDirectory(), FileErrorMessages.describe(e)), e);
    }
    SqliteStore store = SqliteStore.open(database(), InstantSource.system(), owner);
    boolean _ = reserve().allocate();
    endOrphanedRuns(store, owner);
    return store;
  }

  /// Opens the store for reading only, if there is one.
  public Optional<SqliteStore> openForReading() {
    if (Files.isWritable(stateDirectory())) {
      useLogFile();
    }
    return SqliteStore.openReadOnly(database(), InstantSource.system());
  }

  private void useLogFile() {
    LogOutput.toFile(stateDirectory().resolve("pawl.log"));
  }

  /// The space that lets old runs be deleted when the disk is full: 1 MiB, or a sixteenth of the
  /// disk.
  private DiskReserve reserve() {
    long bytes = Math.min(1 << 20, stateDirectory().toFile().getTotalSpace() / 16);
    return new DiskReserve(stateDirectory().resolve("reserve"), bytes);
  }

  /// Opens the store to delete from it, if there is one. On a full disk the reserve is set free; it
  /// is reserved again by the next `pawl run`.
  public Optional<SqliteStore> openForDeletion() {
    DiskReserve reserve = reserve();
    if (stateDirectory().toFile().getUsableSpace() < reserve.bytes()) {
      reserve.release();
    }
    return openExistingStore();
  }

  /// Opens the store, if there is one, and leaves orphaned runs as they are.
  public Optional<SqliteStore> openExistingStore() {
    useLogFile();
    return SqliteStore.openExisting(database(), InstantSource.system());
  }

  /// Ends the runs whose owner process has died.
  public void endOrphanedRuns(SqliteStore store) {
    endOrphanedRuns(store, "");
  }

  /// Ends the runs whose owner process has died; `self` is the owner in this process.
  void endOrphanedRuns(SqliteStore store, String self) {
    new OrphanedRuns(this, store, self).end();
  }

  /// Ends an open run by force, whatever is wrong with it; empty if its process is alive.
  public Optional<Decision> cancelOrphan(
      SqliteStore store, Orchestrator owner, RunId run, CancelRun cancel) {
    return new OrphanedRuns(this, store, "").cancel(owner, run, cancel);
  }

  /// The open runs whose owner process has died.
  public List<RunId> abandoned(SqliteStore store) {
    return store.orchestrators().withOpenRuns().stream()
        .filter(owner -> !isAlive(owner.id()))
        .flatMap(owner -> store.orchestrators().openRunsOf(owner).stream())
        .toList();
  }

  /// Whether the process that owns runs under that id is alive.
  public boolean isAlive(String owner) {
    return OwnerLock.isTaken(owners(), owner);
  }

  /// The id of the agent in the process that owns runs under that id.
  public String agentOf(String owner) {
    return LocalAgent.idOf(owner);
  }

  /// Whether there is an owner that has died and was not cleaned up yet, besides `self`.
  boolean hasDeadOwner(String self) {
    try {
      return OwnerLock.owners(owners()).stream()
          .anyMatch(owner -> !owner.equals(self) && !isAlive(owner));
    } catch (IOException _) {
      return false; // the next look may see it
    }
  }

  /// Whether an agent belongs to a local process that has died.
  public boolean isAgentGone(String agent) {
    try {
      return LocalAgent.isId(agent)
          && OwnerLock.owners(owners()).stream()
              .filter(owner -> LocalAgent.idOf(owner).equals(agent))
              .noneMatch(this::isAlive);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot read '%s': %s".formatted(owners(), FileErrorMessages.describe(e)), e);
    }
  }

  /// Deletes the logs of a run.
  public void deleteOutput(RunId run) {
    DirectoryDeletion.delete(stateDirectory().resolve("logs").resolve(run.value()));
  }

  /// The store's file.
  public Path database() {
    return stateDirectory().resolve("pawl.db");
  }
}
