package dev.pawl.server.store.sql;

import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoredAnswer;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.DeadlockDetected;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.VersionConflict;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.journal.JournalHead;
import dev.pawl.server.store.rows.IdempotencyRows;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// The transaction of one commit: checks its preconditions, writes its rows, and finds out why the
/// database rejects it, if it does.
final class CommitTransaction implements Store.PreparedCommit {

  private final Database database;
  private final JournalHeadCache heads;
  private final CommitPreconditions preconditions;
  private final CommitBatchBuilder builder;
  private final CommitNotice notice;
  private final List<StoredAnswer> answers;
  private final BooleanSupplier notifiesOthers;

  private CommitTransaction(
      Database database,
      JournalHeadCache heads,
      CommitPreconditions preconditions,
      CommitBatchBuilder builder,
      CommitNotice notice,
      List<StoredAnswer> answers,
      BooleanSupplier notifiesOthers) {
    this.database = database;
    this.heads = heads;
    this.preconditions = preconditions;
    this.builder = builder;
    this.notice = notice;
    this.answers = answers;
    this.notifiesOthers = notifiesOthers;
  }

  /// Builds the rows of the commit as far as possible. If that fails, its commit fails.
  ///
  /// @param hasOthers whether other orchestrators share the database
  static Store.PreparedCommit prepare(
      Database database, JournalHeadCache heads, Commit commit, BooleanSupplier hasOthers) {
    var preconditions = new CommitPreconditions(commit);
    try {
      return new CommitTransaction(
          database,
          heads,
          preconditions,
          new CommitBatchBuilder(commit, preconditions),
          commit.notice(),
          commit.answers(),
          () -> commit.notice().isWorthSending() && hasOthers.getAsBoolean());
    } catch (RuntimeException | StackOverflowError e) {
      ConstraintViolation unencodable = unencodable(e);
      return () -> {
        throw explain(database, preconditions, unencodable);
      };
    }
  }

  @Override
  public void commit() {
    try {
      heads.putAll(database.transact(this::write));
      heads.removeAll(builder.ended());
    } catch (DeadlockDetected _) {
      throw new CommitConflict(preconditions.allAggregates());
    } catch (VersionConflict | ConstraintViolation e) {
      throw explain(database, preconditions, e);
    }
  }

  /// Returns the heads of everything that was written.
  private Map<AggregateKey, JournalHead> write(SqlConnection sql) throws SQLException {
    try {
      return checkAndWrite(sql);
    } catch (VersionConflict conflict) {
      throw conflict;
    } catch (RuntimeException | StackOverflowError e) {
      throw unencodable(e);
    }
  }

  private static ConstraintViolation unencodable(Throwable e) {
    return new ConstraintViolation("its rows cannot be built: " + e, e);
  }

  private Map<AggregateKey, JournalHead> checkAndWrite(SqlConnection sql) throws SQLException {
    if (preconditions.isContradictory()) {
      throw new VersionConflict("its changes contradict each other");
    }
    List<AggregateKey> read = preconditions.read();
    if (!preconditions.areMet(JournalHead.loadForShare(sql, read), read)) {
      throw new VersionConflict("an aggregate that was read has another version");
    }
    WriteBatch batch = builder.build(heads.resolve(sql, preconditions));
    if (notifiesOthers.getAsBoolean()) {
      batch.notifyOthers(notice.encoded());
    }
    preconditions.lockRunsWithExpiredLeases(sql);
    if (!preconditions.runsWithRenewedLeases(sql).isEmpty()) {
      throw new VersionConflict("a lease to be expired was renewed");
    }
    database.write(sql, batch);
    for (StoredAnswer answer : answers) {
      IdempotencyRows.answer(sql, answer);
    }
    return builder.heads();
  }

  /// Finds out which preconditions failed: a row may violate a constraint because another commit
  /// was first. If no precondition failed, the commit itself is wrong.
  private static RuntimeException explain(
      Database database, CommitPreconditions preconditions, RuntimeException rejection) {
    List<AggregateKey> violations = database.read(preconditions::violations);
    return violations.isEmpty()
        ? new ConstraintViolation(
            "the store rejects the commit: " + rejection.getMessage(), rejection)
        : new CommitConflict(violations);
  }
}
