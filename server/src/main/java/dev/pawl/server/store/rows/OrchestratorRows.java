package dev.pawl.server.store.rows;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.jdbc.Database;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads and writes the processes that own runs, and finds the open runs of each.
public final class OrchestratorRows {

  /// A process that owns runs. Its id also marks the processes that its agent started.
  public record Orchestrator(String id, long pid) {}

  /// The owner of the runs of a server: whichever process serves them. It is no process itself, so
  /// it is never taken for dead.
  public static final String SERVER = "server";

  private final Database database;

  public OrchestratorRows(Database database) {
    this.database = database;
  }

  public void register(Orchestrator orchestrator, Instant at) {
    database.transact(sql ->
        sql.statement(
                """
                INSERT INTO orchestrator (id, pid, started_at)
                VALUES (:id, :pid, :at)
                """)
            .with("id", orchestrator.id())
            .with("pid", orchestrator.pid())
            .with("at", at)
            .update());
  }

  /// The owner of a run; one whose process is unknown, such as [#SERVER], has the process id 0.
  public Optional<Orchestrator> ownerOf(RunId run) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT owner, coalesce(pid, 0) FROM run LEFT JOIN orchestrator ON orchestrator.id = owner
                WHERE run.id = :run
                """)
            .with("run", run.value())
            .first(row -> new Orchestrator(row.getString(1), row.getLong(2))));
  }

  /// The processes with an open run.
  public List<Orchestrator> withOpenRuns() {
    return database.read(sql ->
        sql.statement(
                """
                SELECT id, pid FROM orchestrator
                WHERE id <> :server AND id IN (SELECT owner FROM run WHERE ended_at IS NULL)
                ORDER BY started_at
                """)
            .with("server", SERVER)
            .list(row -> new Orchestrator(row.getString(1), row.getLong(2))));
  }

  public List<RunId> openRunsOf(Orchestrator orchestrator) {
    return database.read(sql ->
        sql.statement(
                "SELECT id FROM run WHERE owner = :owner AND ended_at IS NULL ORDER BY number")
            .with("owner", orchestrator.id())
            .list(row -> new RunId(row.getString(1))));
  }
}
