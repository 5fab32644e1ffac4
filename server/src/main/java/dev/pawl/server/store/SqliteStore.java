package dev.pawl.server.store;

import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Store;
import dev.pawl.server.runtime.StoreFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The embedded store: one SQLite file, WAL, every commit on disk before it returns.
///
/// One writer connection, whose transactions begin IMMEDIATE by hand: another process that writes
/// at the same time is waited for, and no lock is held while idle. Thread-safe by one lock a
/// connection.
public final class SqliteStore implements Store {

  private final Sql writer;
  private final Supplier<String> commitIds;

  private SqliteStore(Sql writer, Supplier<String> commitIds) {
    this.writer = writer;
    this.commitIds = commitIds;
  }

  /// Opens the store in `file`, making or upgrading it if need be.
  ///
  /// @param commitIds gives every commit its id
  /// @throws StoreFailure if it cannot be opened
  public static SqliteStore open(Path file, Supplier<String> commitIds) {
    try {
      Sql writer = SqliteConnections.open(file);
      try {
        Migrations.upgrade(writer, file);
      } catch (SQLException | RuntimeException e) {
        writer.close();
        throw e;
      }
      return new SqliteStore(writer, commitIds);
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot open", file, e);
    }
  }

  /// Opens the store in `file` if there is one.
  public static Optional<SqliteStore> openExisting(Path file, Supplier<String> commitIds) {
    return Files.exists(file) ? Optional.of(open(file, commitIds)) : Optional.empty();
  }

  @Override
  public synchronized void commit(List<Change> changes, List<DeliveredEffects> delivered) {
    String commitId = commitIds.get();
    transact(() -> {
      var write = new ChangeWriter(writer, commitId);
      for (Change change : changes) {
        write.change(change);
      }
      for (DeliveredEffects effects : delivered) {
        write.delivered(effects);
      }
      return 0;
    });
  }

  @Override
  public synchronized Optional<Run> run(RunId id) {
    return read(() -> new RunLoader(writer).load(id));
  }

  @Override
  public synchronized void forgetEffects(RunId run) {
    transact(() ->
        writer.of("DELETE FROM effect WHERE run_id = :run").with("run", run.value()).update());
  }

  @Override
  public synchronized long nextRunNumber() {
    return transact(() ->
        writer
            .of("UPDATE counter SET value = value + 1 WHERE name = 'run' RETURNING value")
            .first(row -> row.getLong(1))
            .orElseThrow());
  }

  /// The processes that own runs.
  public OrchestratorRows orchestrators() {
    return new OrchestratorRows(this);
  }

  /// What people ask about.
  public RunReads reads() {
    return new RunReads(this);
  }

  Sql sql() {
    return writer;
  }

  /// Something that asks the database.
  interface Work<T> {
    T apply() throws SQLException;
  }

  synchronized <T> T read(Work<T> work) {
    try {
      return work.apply();
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot read", e);
    }
  }

  synchronized <T> T transact(Work<T> work) {
    try {
      writer.run("BEGIN IMMEDIATE");
      try {
        T result = work.apply();
        writer.run("COMMIT");
        return result;
      } catch (SQLException | RuntimeException e) {
        rollBack(e);
        throw e;
      }
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot write to", e);
    }
  }

  /// The transaction may be gone already, rolled back by SQLite itself; then there is nothing to
  /// do.
  private void rollBack(Exception cause) {
    try {
      writer.run("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      writer.close();
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot close", e);
    }
  }
}
