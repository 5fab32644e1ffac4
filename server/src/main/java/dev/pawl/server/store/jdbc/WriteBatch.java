package dev.pawl.server.store.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows that one commit writes, collected before any of them is written.
public final class WriteBatch {

  private static final int IS_QUEUED = SqlTable.ATTEMPT.indexOf("is_queued");

  private final Map<SqlTable, TableWrites> tables = new HashMap<>();
  private final List<Long> deletedEffects = new ArrayList<>();
  private final List<String> withdrawnRuns = new ArrayList<>();
  private final List<String> lockedRuns = new ArrayList<>();
  private @Nullable String notification;

  /// The writes to that table, to be added to.
  public TableWrites table(SqlTable table) {
    return tables.computeIfAbsent(table, TableWrites::new);
  }

  /// The writes to each table, in the order in which they must be executed.
  public List<TableWrites> tables() {
    return SqlTable.ALL.stream().filter(tables::containsKey).map(tables::get).toList();
  }

  /// Deletes delivered effects, by their ids.
  public void deleteEffects(List<Long> effects) {
    deletedEffects.addAll(effects);
  }

  public List<Long> deletedEffects() {
    return deletedEffects;
  }

  /// Takes everything of a run out of the queue, and deletes its dispatches and its request to be
  /// planned.
  public void withdraw(String run) {
    table(SqlTable.ATTEMPT).set(run, IS_QUEUED, 0);
    withdrawnRuns.add(run);
  }

  public List<String> withdrawnRuns() {
    return withdrawnRuns;
  }

  /// Keeps others from reading or changing a run of which the batch does not write the row, where
  /// that takes more than being the only writer.
  public void lockRun(String run) {
    lockedRuns.add(run);
  }

  public List<String> lockedRuns() {
    return lockedRuns;
  }

  /// Notifies all orchestrators once the batch is committed.
  public void notifyOthers(String text) {
    notification = text;
  }

  public Optional<String> notification() {
    return Optional.ofNullable(notification);
  }
}
