package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Decision.Read;
import dev.pawl.core.engine.Revision;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.Conflict;
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
final class Expectations {

  private final Commit commit;
  private final Map<JournalEntry.Of, Long> versions = new LinkedHashMap<>();
  private final Set<JournalEntry.Of> written = new LinkedHashSet<>();
  private final Set<JournalEntry.Of> contradicted = new LinkedHashSet<>();

  Expectations(Commit commit) {
    this.commit = commit;
    Map<JournalEntry.Of, Long> now = new HashMap<>();
    Set<String> triggers = new LinkedHashSet<>();
    for (Change change : commit.changes()) {
      for (Read read : change.decision().reads()) {
        expect(now, JournalEntry.Of.of(read.kind(), read.key()), read.version());
      }
      for (Revision revision : change.revisions()) {
        var of = JournalEntry.Of.of(revision.after());
        expect(
            now, of, isWritten(revision) ? revision.expectedVersion() : revision.after().version());
        if (isWritten(revision)) {
          now.put(of, revision.after().version());
          written.add(of);
        }
      }
      if (!change.triggerKey().isEmpty() && !triggers.add(change.triggerKey())) {
        contradicted.add(JournalEntry.Of.of(change.run()));
      }
    }
  }

  private void expect(Map<JournalEntry.Of, Long> now, JournalEntry.Of of, long version) {
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
  long version(JournalEntry.Of aggregate) {
    return versions.getOrDefault(aggregate, 0L);
  }

  Set<JournalEntry.Of> written() {
    return written;
  }

  /// What is only read, and must stay as it is until the end of the transaction.
  List<JournalEntry.Of> read() {
    return versions.keySet().stream().filter(of -> !written.contains(of)).toList();
  }

  boolean areMet(Map<JournalEntry.Of, Head> heads, List<JournalEntry.Of> of) {
    return of.stream().allMatch(one -> heads.getOrDefault(one, Head.NEW).version() == version(one));
  }

  /// The changes of which a lease was heard that they were decided to have lost.
  List<JournalEntry.Of> heard(Sql sql) throws SQLException {
    List<JournalEntry.Of> heard = new ArrayList<>();
    var leases = new LeaseRows(sql);
    for (Change change : commit.changes()) {
      for (Change.Silence silence : change.silences()) {
        if (leases.wasHeardAfter(change.run().id().value(), silence.lease(), silence.since())) {
          heard.add(JournalEntry.Of.of(change.run()));
        }
      }
    }
    return heard;
  }

  /// All that is not as it was expected, and nothing else. Empty if there is no such thing.
  List<Conflict.On> unmet(Sql sql) throws SQLException {
    Set<JournalEntry.Of> unmet = new LinkedHashSet<>(contradicted);
    Map<JournalEntry.Of, Head> heads = Head.all(sql, List.copyOf(versions.keySet()));
    for (JournalEntry.Of of : versions.keySet()) {
      if (heads.getOrDefault(of, Head.NEW).version() != version(of)) {
        unmet.add(of);
      }
    }
    unmet.addAll(heard(sql));
    for (Change change : commit.changes()) {
      if (!change.triggerKey().isEmpty()
          && new RunRows(sql).ofTrigger(change.triggerKey()).isPresent()) {
        unmet.add(JournalEntry.Of.of(change.run()));
      }
    }
    return named(unmet);
  }

  /// Everything that the commit is about.
  List<Conflict.On> all() {
    return named(versions.keySet());
  }

  private static List<Conflict.On> named(Set<JournalEntry.Of> aggregates) {
    return aggregates.stream().map(of -> new Conflict.On(of.aggregateKind(), of.key())).toList();
  }
}
