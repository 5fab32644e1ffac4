package dev.pawl.server.store.rows;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.Database;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads and writes what other processes ask of the process that owns a run.
public final class RequestRows {

  /// A request that the owner has not answered.
  public record OpenRequest(String id, RunId run, EngineCommand command) {}

  /// The answer of the owner.
  ///
  /// @param message why it is late or refused; empty if it was accepted
  public record Answer(Outcome outcome, String message) {}

  /// The engine's decision about a request.
  public enum Outcome {
    ACCEPTED,
    LATE,
    REFUSED
  }

  /// Most requests that are read at once.
  private static final int PAGE = 100;

  private final Database database;

  public RequestRows(Database database) {
    this.database = database;
  }

  public void add(OpenRequest request, Instant at) {
    database.transact(sql ->
        sql.statement(
                """
                INSERT INTO request (id, run_id, command, at) VALUES (:id, :run, :command, :at)
                """)
            .with("id", request.id())
            .with("run", request.run().value())
            .with("command", StoreCodec.encode(request.command()))
            .with("at", at)
            .update());
  }

  /// The oldest unanswered requests to an owner.
  public List<OpenRequest> open(String owner) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT request.id, run_id, command FROM request JOIN run ON run.id = run_id
                WHERE outcome IS NULL AND owner = :owner ORDER BY request.at, request.id LIMIT :limit
                """)
            .with("owner", owner)
            .with("limit", PAGE)
            .list(row ->
                new OpenRequest(
                    row.getString(1),
                    new RunId(row.getString(2)),
                    StoreCodec.command(row.getString(3)))));
  }

  /// Answers a request, unless it was withdrawn.
  public void answer(String id, Answer answer) {
    database.transact(sql ->
        sql.statement("UPDATE request SET outcome = :outcome, message = :message WHERE id = :id")
            .with("outcome", Machine.wireName(answer.outcome()))
            .with("message", answer.message())
            .with("id", id)
            .update());
  }

  /// The answer, if there is one yet.
  public Optional<Answer> answer(String id) {
    return database.read(sql ->
        sql.statement("SELECT outcome, message FROM request WHERE id = :id AND outcome IS NOT NULL")
            .with("id", id)
            .first(row ->
                new Answer(Machine.ofWireName(Outcome.class, row.getString(1)), row.getString(2))));
  }

  /// Deletes a request, answered or not. The owner may be deciding it.
  public void withdraw(String id) {
    database.transact(
        sql -> sql.statement("DELETE FROM request WHERE id = :id").with("id", id).update());
  }

  /// Deletes the requests that are older than `before`: the processes that made them have died.
  public void deleteOld(Instant before) {
    database.transact(sql ->
        sql.statement("DELETE FROM request WHERE at < :before").with("before", before).update());
  }
}
