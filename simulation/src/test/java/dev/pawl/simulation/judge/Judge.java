package dev.pawl.simulation.judge;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Group;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.LogAck;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Commit;
import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.coverage.Homecoming;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Sees every commit, replays it on its own shadow of the world, and holds every law against it.
public final class Judge {

  private final Shadow shadow;
  private final Verdict verdict;
  private final Coverage coverage;
  private final List<Invariant> invariants;
  private final Rows rows;
  private final Questions questions;
  private final DeadlineLaws deadlineLaws;
  private final AnswerLaws answerLaws;
  private final LogLedger logs;

  public Judge(
      Shadow shadow,
      Verdict verdict,
      Coverage coverage,
      Deadlines deadlines,
      ProcessLedger ledger,
      LogLedger logs,
      Questions questions) {
    this.shadow = shadow;
    this.verdict = verdict;
    this.coverage = coverage;
    this.logs = logs;
    this.questions = questions;
    this.rows = new Rows(verdict);
    this.deadlineLaws = new DeadlineLaws(verdict, deadlines);
    this.answerLaws = new AnswerLaws(verdict, shadow, questions);
    this.invariants =
        List.of(
            new EndLaws(verdict),
            new ResultLaws(verdict),
            new RefinementLaws(verdict),
            new LeaseLaws(verdict, shadow, deadlines),
            new RetryLaws(verdict),
            new GraphLaws(verdict),
            new HoldLaws(verdict),
            new CancelLaws(verdict),
            deadlineLaws,
            ledger,
            answerLaws,
            logs,
            new EffectLaws(verdict, questions),
            new RestLaws(verdict));
  }

  /// A commit has been made.
  public void committed(Commit commit) {
    for (Change change : commit.changes()) {
      for (Revision revision : change.revisions()) {
        judge(change, revision);
      }
      questions.committed(change.decision());
    }
    commit.heard().forEach(answerLaws::heard);
  }

  /// An agent is told something: it leaves now.
  public void answered(String agent, FromServer answer) {
    answerLaws.answered(agent, answer);
    if (answer instanceof LogAck ack) {
      logs.acknowledged(ack);
    }
  }

  private void judge(Change change, Revision revision) {
    try {
      switch (revision.after()) {
        case Run run -> judge(change, revision, run);
        case Group group -> judge(change, revision, group);
        case Breaker breaker -> judge(change, revision, breaker);
        case Agent agent -> judge(change, revision, agent);
        case Aggregate other -> throw new IllegalStateException("what is " + other);
      }
    } catch (RuntimeException e) {
      verdict.broken(Law.JOURNAL_REPLAYS, revision.after().key() + ": " + e);
    }
  }

  private void judge(Change change, Revision revision, Run stored) {
    Run known = shadow.run(stored.id());
    Run before = known == null ? Run.created(stored.id(), stored.origin()) : known;
    Run after = before;
    for (Transition transition : revision.transitions()) {
      Run next = Apply.apply(after, (Event.OfRun) transition.cause(), change.at());
      var line = new Line(after, next, transition, change);
      coverage.took(rows.of(transition, after.id().value()));
      if (transition.cause() instanceof Event.AttemptLeased(var lease, var agent, _)) {
        shadow.granted(after.id(), lease, agent);
      }
      if (transition.cause() instanceof Event.LeaseMoved(_, _, var reason)
          && reason.message().equals("agent restarted")) {
        coverage.cameBack(Homecoming.LOST);
      }
      for (Invariant invariant : invariants) {
        invariant.line(line);
      }
      after = next;
    }
    for (LeaseRef lease : change.decision().renewed()) {
      after = Apply.apply(after, new Event.LeaseRenewed(lease), change.at());
    }
    boolean isWritten = !revision.transitions().isEmpty();
    after = isWritten ? after.committed() : after;
    Versions.check(verdict, before, stored, isWritten);
    if (isWritten && !Alive.areSame(after, stored)) {
      verdict.broken(
          Law.JOURNAL_REPLAYS, "run %s is not what its journal tells".formatted(stored.id()));
    }
    shadow.put(after);
    var seen = new Seen(before, after, change);
    for (Invariant invariant : invariants) {
      invariant.change(seen);
    }
  }

  private void judge(Change change, Revision revision, Group stored) {
    Group before = shadow.group(stored.key());
    Group after = before;
    for (Transition transition : revision.transitions()) {
      Group next = (Group) Apply.apply(after, transition.cause(), change.at());
      GroupLaws.line(verdict, after, next, transition);
      after = next;
    }
    replayed(before, after.committed(), stored);
    shadow.put(stored);
    GroupLaws.change(verdict, shadow, stored);
  }

  private void judge(Change change, Revision revision, Breaker stored) {
    Breaker known = shadow.breaker(stored.key());
    Breaker before = known == null ? Breaker.of(stored.key(), stored.profile()) : known;
    Breaker after = before;
    for (Transition transition : revision.transitions()) {
      Breaker next = (Breaker) Apply.apply(after, transition.cause(), change.at());
      coverage.took(rows.of(transition, stored.key()));
      BreakerLaws.line(verdict, after, transition, change.at());
      after = next;
    }
    replayed(before, after.committed(), stored);
    shadow.put(stored);
  }

  /// What an agent does follows from the runs' journals; what it is, from its own.
  private void judge(Change change, Revision revision, Agent stored) {
    Agent before = shadow.agent(stored.key());
    Agent after = before;
    for (Transition transition : revision.transitions()) {
      after = (Agent) Apply.apply(after, transition.cause(), change.at());
    }
    var told =
        new Agent(
            after.key(),
            after.name(),
            after.labels(),
            after.slots(),
            after.standing(),
            stored.leases(),
            stored.askAgainAt(),
            before.version() + 1);
    coverage.facts(revision.transitions());
    replayed(before, told, stored);
    shadow.put(told);
  }

  private void replayed(Aggregate before, Aggregate after, Aggregate stored) {
    Versions.check(verdict, before, stored, true);
    if (!after.equals(stored)) {
      verdict.broken(
          Law.JOURNAL_REPLAYS,
          "%s %s is not what its journal tells".formatted(stored.kind(), stored.key()));
    }
  }

  /// Nothing is over its deadline by more than `patience`.
  public void audit(Instant now, Duration patience) {
    deadlineLaws.audit(shadow, now, patience);
  }

  /// A run should be over by now, and is not.
  public void isStuck(Run run) {
    verdict.broken(
        Law.ENDS_IN_TIME, "run %s should be over: %s".formatted(run.id(), DeadlineLaws.words(run)));
  }

  /// Everything is over, and there was time for everything to be delivered.
  public void atRest() {
    invariants.forEach(invariant -> invariant.atRest(shadow));
  }
}
