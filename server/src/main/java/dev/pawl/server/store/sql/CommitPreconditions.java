package dev.pawl.server.store.sql;

import dev.pawl.core.engine.Decision.Read;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.TriggerKey;
import dev.pawl.server.store.jdbc.SqlConnection;
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

/// The preconditions of a commit: the versions that its changes were decided by, no heartbeat of a
/// lease that it expires, and no earlier run of the same trigger.
///
/// Each change is checked against what the changes before it in the same commit leave behind.
final class CommitPreconditions {

  private final Commit commit;
  private final Map<AggregateKey, Long> versions = new LinkedHashMap<>();
  private final Set<AggregateKey> written = new LinkedHashSet<>();
  private final Set<AggregateKey> contradicted = new LinkedHashSet<>();
  private final Set<AggregateKey> created = new LinkedHashSet<>();

  CommitPreconditions(Commit commit) {
    this.commit = commit;
    Map<AggregateKey, Long> now = new HashMap<>();
    Set<TriggerKey> triggers = new LinkedHashSet<>();
    for (Change change : commit.changes()) {
      for (Read read : change.decision().reads()) {
        expect(now, new AggregateKey(read.kind(), read.key()), read.version());
      }
      for (Revision revision : change.revisions()) {
        var key = AggregateKey.of(revision.after());
        expect(
            now,
            key,
            isWritten(revision) ? revision.expectedVersion() : revision.after().version());
        if (isWritten(revision)) {
          if (isCreation(revision)) {
            created.add(key);
          }
          now.put(key, revision.after().version());
          written.add(key);
        }
      }
      if (!change.triggerKey().isEmpty() && !triggers.add(change.trigger())) {
        contradicted.add(AggregateKey.of(change.run()));
      }
    }
  }

  private void expect(Map<AggregateKey, Long> now, AggregateKey key, long version) {
    Long known = now.putIfAbsent(key, version);
    if (known == null) {
      versions.put(key, version);
    } else if (known != version) {
      contradicted.add(key);
    }
  }

  /// Whether the revision changes the aggregate. One without transitions only reads it, except of
  /// an agent: its leases change without any.
  static boolean isWritten(Revision revision) {
    return !revision.transitions().isEmpty() || revision.after().kind() == Aggregate.Kind.AGENT;
  }

  private static boolean isCreation(Revision revision) {
    return revision.after().kind() == Aggregate.Kind.RUN
        && revision.expectedVersion() == 0
        && !(revision.transitions().getFirst().cause() instanceof DomainEvent.RunRestored);
  }

  /// Whether the commit creates the run. Other aggregates of version 0 may have a row: it is the
  /// version of a damaged one, too.
  boolean isCreated(AggregateKey run) {
    return created.contains(run);
  }

  /// Whether the changes of the commit contradict each other.
  boolean isContradictory() {
    return !contradicted.isEmpty();
  }

  /// The version that the stored aggregate must have; 0 if it has no row, or says so.
  long version(AggregateKey aggregate) {
    return versions.getOrDefault(aggregate, 0L);
  }

  Set<AggregateKey> written() {
    return written;
  }

  /// The aggregates whose heads the rows of the commit depend on: those that it writes, and the
  /// runs whose next deadline it knows.
  Set<AggregateKey> described() {
    Set<AggregateKey> described = new LinkedHashSet<>(written);
    for (Change change : commit.changes()) {
      change.affectedRun().map(AggregateKey::of).ifPresent(described::add);
    }
    return described;
  }

  /// The aggregates that are only read, and must not change until the end of the transaction.
  List<AggregateKey> read() {
    return versions.keySet().stream().filter(key -> !written.contains(key)).toList();
  }

  boolean areMet(Map<AggregateKey, JournalHead> heads, List<AggregateKey> keys) {
    return keys.stream()
        .allMatch(one -> heads.getOrDefault(one, JournalHead.NEW).version() == version(one));
  }

  /// Locks the runs of which the commit expires a lease, so that no lease of theirs can be renewed
  /// any more.
  void lockRunsWithExpiredLeases(SqlConnection sql) throws SQLException {
    for (Change change : commit.changes()) {
      if (!change.unrenewedLeases().isEmpty()) {
        JournalHead.lockForUpdate(sql, AggregateKey.of(change.run()));
      }
    }
  }

  /// The runs with a heartbeat of a lease that the commit was about to expire.
  List<AggregateKey> runsWithRenewedLeases(SqlConnection sql) throws SQLException {
    List<AggregateKey> renewed = new ArrayList<>();
    var leases = new LeaseRows(sql);
    for (Change change : commit.changes()) {
      for (Change.UnrenewedLease expected : change.unrenewedLeases()) {
        if (leases.wasRenewedAfter(change.run().id().value(), expected.lease(), expected.since())) {
          renewed.add(AggregateKey.of(change.run()));
        }
      }
    }
    return renewed;
  }

  /// The aggregates that violate a precondition. Empty if none does.
  List<AggregateKey> violations(SqlConnection sql) throws SQLException {
    Set<AggregateKey> violations = new LinkedHashSet<>(contradicted);
    Map<AggregateKey, JournalHead> heads = JournalHead.load(sql, List.copyOf(versions.keySet()));
    for (AggregateKey key : versions.keySet()) {
      if (heads.getOrDefault(key, JournalHead.NEW).version() != version(key)) {
        violations.add(key);
      }
    }
    violations.addAll(runsWithRenewedLeases(sql));
    for (Change change : commit.changes()) {
      if (!change.triggerKey().isEmpty()
          && new RunRows(sql).ofTrigger(change.trigger()).isPresent()) {
        violations.add(AggregateKey.of(change.run()));
      }
    }
    return List.copyOf(violations);
  }

  /// All aggregates that the commit reads or writes.
  List<AggregateKey> allAggregates() {
    return List.copyOf(versions.keySet());
  }
}
