package dev.pawl.server.store.sql;

import dev.pawl.core.engine.Decision.Read;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.journal.JournalEntry;
import dev.pawl.server.store.journal.JournalHead;
import dev.pawl.server.store.rows.LeaseRows;
import dev.pawl.server.store.rows.RunRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What must be so in the store for a commit to be right: the versions that its changes were
/// decided by, the silence of leases that were given up, and that nothing was made for a trigger
/// before.
///
/// Each change sees what those before it in the same commit have left.
final class CommitPreconditions {

  private final Commit commit;
  private final Map<JournalEntry.AggregateKey, Long> versions = new LinkedHashMap<>();
  private final Set<JournalEntry.AggregateKey> written = new LinkedHashSet<>();
  private final Set<JournalEntry.AggregateKey> contradicted = new LinkedHashSet<>();

  CommitPreconditions(Commit commit) {
    this.commit = commit;
    Map<JournalEntry.AggregateKey, Long> now = new HashMap<>();
    Set<String> triggers = new LinkedHashSet<>();
    for (Change change : commit.changes()) {
      for (Read read : change.decision().reads()) {
        expect(now, JournalEntry.AggregateKey.of(read.kind(), read.key()), read.version());
      }
      for (Revision revision : change.revisions()) {
        var of = JournalEntry.AggregateKey.of(revision.after());
        expect(
            now, of, isWritten(revision) ? revision.expectedVersion() : revision.after().version());
        if (isWritten(revision)) {
          now.put(of, revision.after().version());
          written.add(of);
        }
      }
      if (!change.triggerKey().isEmpty() && !triggers.add(change.triggerKey())) {
        contradicted.add(JournalEntry.AggregateKey.of(change.run()));
      }
    }
  }

  private void expect(
      Map<JournalEntry.AggregateKey, Long> now, JournalEntry.AggregateKey of, long version) {
    Long known = now.putIfAbsent(of, version);
    if (known == null) {
      versions.put(of, version);
    } else if (known != version) {
      contradicted.add(of);
    }
  }

  /// A revision without lines is a reading, save an agent's: its leases move without any.
  static boolean isWritten(Revision revision) {
    return !revision.transitions().isEmpty() || revision.after().kind() == Aggregate.Kind.AGENT;
  }

  /// Whether the commit cannot be right whatever the store says.
  boolean isContradictory() {
    return !contradicted.isEmpty();
  }

  /// The version that the store must have of an aggregate; 0 for one that must not be there.
  long version(JournalEntry.AggregateKey aggregate) {
    return versions.getOrDefault(aggregate, 0L);
  }

  Set<JournalEntry.AggregateKey> written() {
    return written;
  }

  /// What is only read, and must stay as it is until the end of the transaction.
  List<JournalEntry.AggregateKey> read() {
    return versions.keySet().stream().filter(of -> !written.contains(of)).toList();
  }

  boolean areMet(
      Map<JournalEntry.AggregateKey, JournalHead> heads, List<JournalEntry.AggregateKey> of) {
    return of.stream()
        .allMatch(one -> heads.getOrDefault(one, JournalHead.NEW).version() == version(one));
  }

  /// The changes of which a lease was heard that they were decided to have lost.
  List<JournalEntry.AggregateKey> runsWithRenewedLeases(SqlConnection sql) throws SQLException {
    List<JournalEntry.AggregateKey> heard = new ArrayList<>();
    var leases = new LeaseRows(sql);
    for (Change change : commit.changes()) {
      for (Change.UnrenewedLease silence : change.unrenewedLeases()) {
        if (leases.wasHeardAfter(change.run().id().value(), silence.lease(), silence.since())) {
          heard.add(JournalEntry.AggregateKey.of(change.run()));
        }
      }
    }
    return heard;
  }

  /// All that is not as it was expected, and nothing else. Empty if there is no such thing.
  List<CommitConflict.AggregateKey> violations(SqlConnection sql) throws SQLException {
    Set<JournalEntry.AggregateKey> unmet = new LinkedHashSet<>(contradicted);
    Map<JournalEntry.AggregateKey, JournalHead> heads =
        JournalHead.load(sql, List.copyOf(versions.keySet()));
    for (JournalEntry.AggregateKey of : versions.keySet()) {
      if (heads.getOrDefault(of, JournalHead.NEW).version() != version(of)) {
        unmet.add(of);
      }
    }
    unmet.addAll(runsWithRenewedLeases(sql));
    for (Change change : commit.changes()) {
      if (!change.triggerKey().isEmpty()
          && new RunRows(sql).ofTrigger(change.triggerKey()).isPresent()) {
        unmet.add(JournalEntry.AggregateKey.of(change.run()));
      }
    }
    return named(unmet);
  }

  /// Everything that the commit is about.
  List<CommitConflict.AggregateKey> allAggregates() {
    return named(versions.keySet());
  }

  private static List<CommitConflict.AggregateKey> named(
      Set<JournalEntry.AggregateKey> aggregates) {
    return aggregates.stream()
        .map(of -> new CommitConflict.AggregateKey(of.aggregateKind(), of.key()))
        .toList();
  }
}
