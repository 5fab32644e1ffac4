package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Group;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Commit;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Writes one commit inside a transaction: entries of the journal, the rows that their lines moved,
/// effects and liveness; then, once each, the rows of the aggregates themselves.
final class CommitWriter {

  /// An aggregate as the commit leaves it.
  private record Touched(Aggregate after, Optional<Instant> nextDue, boolean isWritten) {}

  private final Commit commit;
  private final Heads heads;
  private final JournalRows journal;
  private final RunRows runs;
  private final GroupRows groups;
  private final BreakerRows breakers;
  private final LeaseRows leases;
  private final AgentRows agents;
  private final EffectRows effects;
  private final RunWriter inRun;
  private final Map<JournalEntry.Of, Touched> touched = new LinkedHashMap<>();

  CommitWriter(Sql sql, Commit commit) {
    this.commit = commit;
    this.heads = new Heads(sql);
    this.journal = new JournalRows(sql);
    this.runs = new RunRows(sql);
    this.groups = new GroupRows(sql);
    this.breakers = new BreakerRows(sql);
    this.leases = new LeaseRows(sql);
    this.agents = new AgentRows(sql, leases);
    this.effects = new EffectRows(sql);
    this.inRun = new RunWriter(sql, leases);
  }

  void write() throws SQLException {
    heads.check(commit);
    for (Change change : commit.changes()) {
      write(change);
    }
    for (Touched one : touched.values()) {
      row(one);
    }
    for (Commit.Heard heard : commit.heard()) {
      leases.heard(heard.run().value(), heard.lease(), heard.seq());
    }
    for (long id : commit.delivered()) {
      effects.delivered(id);
    }
  }

  private void write(Change change) throws SQLException {
    for (Revision revision : change.revisions()) {
      revision(change, revision);
    }
    if (change.asked().isPresent()) {
      Run run = change.run();
      for (LeaseRef lease : change.decision().renewed()) {
        leases.renewed(run.id().value(), lease, change.at());
      }
    }
    var asked = JournalEntry.Of.of(change.revisions().getFirst().after());
    for (Effect effect : change.effects()) {
      effects.insert(asked, effect, change.at());
    }
  }

  private void revision(Change change, Revision revision) throws SQLException {
    Aggregate after = revision.after();
    var of = JournalEntry.Of.of(after);
    Head head = heads.of(of);
    if (head.isNew()) {
      insert(change, after);
    }
    if (!revision.transitions().isEmpty()) {
      head = journal.append(of, head, commit.id(), change.at(), revision.transitions());
    }
    heads.moved(of, head.at(after.version()));
    for (Transition line : revision.transitions()) {
      happened(change, after, line);
    }
    Touched before = touched.get(of);
    boolean isWritten = Heads.isWritten(revision) || (before != null && before.isWritten());
    touched.put(of, new Touched(after, change.nextDue(), isWritten));
  }

  /// What other rows refer to must be there before them.
  private void insert(Change change, Aggregate after) throws SQLException {
    switch (after.kind()) {
      case RUN -> runs.insert((Run) after, change.triggerKey());
      case GROUP -> groups.insert(after.key());
      case BREAKER, AGENT -> {}
    }
  }

  private void happened(Change change, Aggregate after, Transition line) throws SQLException {
    switch (after.kind()) {
      case RUN -> inRun.happened(change, (Run) after, line);
      case GROUP -> groups.happened(after.key(), (Event.OfGroup) line.cause());
      case BREAKER, AGENT -> {} // all of it is in its own row
    }
  }

  private void row(Touched one) throws SQLException {
    Aggregate after = one.after();
    Head head = heads.of(JournalEntry.Of.of(after));
    switch (after.kind()) {
      case RUN -> {
        Run run = (Run) after;
        if (one.isWritten()) {
          runs.update(run, head, one.nextDue());
        } else {
          runs.due(run.id(), one.nextDue());
        }
      }
      case GROUP -> groups.update((Group) after, head);
      case BREAKER -> breakers.write((Breaker) after, head);
      case AGENT -> agents.write((Agent) after, head);
    }
  }
}
