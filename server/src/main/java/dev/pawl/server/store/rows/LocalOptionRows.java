package dev.pawl.server.store.rows;

import dev.pawl.server.store.jdbc.Database;
import java.util.Optional;

/// Reads and writes the options by which local runs are executed, as text, by the run's number.
public final class LocalOptionRows {

  private final Database database;

  public LocalOptionRows(Database database) {
    this.database = database;
  }

  /// Stores the options of a run, in place of earlier ones.
  public void put(long run, String options) {
    database.transact(sql ->
        sql.statement(
                """
                INSERT INTO local_options (number, options) VALUES (:run, :options)
                ON CONFLICT (number) DO UPDATE SET options = excluded.options
                """)
            .with("run", run)
            .with("options", options)
            .update());
  }

  public Optional<String> find(long run) {
    return database.read(sql ->
        sql.statement("SELECT options FROM local_options WHERE number = :run")
            .with("run", run)
            .first(row -> row.getString(1)));
  }

  /// Deletes the options of runs that were pruned.
  public void deletePruned() {
    database.transact(sql ->
        sql.statement(
                """
                DELETE FROM local_options WHERE number IN (SELECT number FROM pruned WHERE aggregate = 'run')
                  AND number NOT IN (SELECT number FROM run)
                """)
            .update());
  }
}
