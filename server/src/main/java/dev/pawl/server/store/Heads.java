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
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The heads of all that one commit touches, each read once.
///
/// Everything is checked before anything is written, against the versions as the commit's own
/// changes leave them: so a conflict names all that moved on, and nothing that did not.
final class Heads {

  private final Sql sql;
  private final Map<JournalEntry.Of, Head> heads = new HashMap<>();
  private final Set<String> triggers = new HashSet<>();

  Heads(Sql sql) {
    this.sql = sql;
  }

  /// @throws Conflict if anything is not as a change was decided by
  void check(Commit commit) throws SQLException {
    Map<JournalEntry.Of, Long> versions = new HashMap<>();
    Set<JournalEntry.Of> moved = new LinkedHashSet<>();
    for (Change change : commit.changes()) {
      for (Read read : change.decision().reads()) {
        var of = JournalEntry.Of.of(read.kind(), read.key());
        if (version(versions, of) != read.version()) {
          moved.add(of);
        }
      }
      for (Revision revision : change.revisions()) {
        var of = JournalEntry.Of.of(revision.after());
        long expected =
            isWritten(revision) ? revision.expectedVersion() : revision.after().version();
        if (version(versions, of) != expected) {
          moved.add(of);
        }
        versions.put(of, revision.after().version());
      }
      for (Change.Silence silence : change.silences()) {
        String run = change.run().id().value();
        if (new LeaseRows(sql).wasHeardAfter(run, silence.lease(), silence.since())) {
          moved.add(JournalEntry.Of.of(change.run()));
        }
      }
      if (isSecondOfItsTrigger(change)) {
        moved.add(JournalEntry.Of.of(change.run()));
      }
    }
    if (!moved.isEmpty()) {
      List<Conflict.On> conflicts = new ArrayList<>();
      moved.forEach(of -> conflicts.add(new Conflict.On(of.aggregateKind(), of.key())));
      throw new Conflict(conflicts);
    }
  }

  /// The same trigger, twice, is one run: the second was decided by there being none.
  private boolean isSecondOfItsTrigger(Change change) throws SQLException {
    String key = change.triggerKey();
    if (key.isEmpty() || triggers.contains(key)) {
      return !key.isEmpty();
    }
    triggers.add(key);
    return new RunRows(sql).ofTrigger(key).isPresent();
  }

  /// A revision without lines is a reading, save an agent's: its leases move without any.
  static boolean isWritten(Revision revision) {
    return !revision.transitions().isEmpty() || revision.after().kind() == Aggregate.Kind.AGENT;
  }

  private long version(Map<JournalEntry.Of, Long> versions, JournalEntry.Of of)
      throws SQLException {
    Long known = versions.get(of);
    return known == null ? of(of).version() : known;
  }

  /// Where it stands, as far as this commit is written.
  Head of(JournalEntry.Of aggregate) throws SQLException {
    Head known = heads.get(aggregate);
    if (known == null) {
      known = Head.of(sql, aggregate).orElse(Head.NEW);
      heads.put(aggregate, known);
    }
    return known;
  }

  void moved(JournalEntry.Of aggregate, Head head) {
    heads.put(aggregate, head);
  }
}
