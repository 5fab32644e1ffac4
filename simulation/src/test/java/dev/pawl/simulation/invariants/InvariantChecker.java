package dev.pawl.simulation.invariants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.simulation.coverage.AgentRestartCase;
import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.monitor.DecisionCommands;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.TransitionRows;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Sees every commit, replays it on its own shadow of the world, and holds every law against it.
public final class InvariantChecker {

  private final ReferenceState shadow;
  private final ViolationRecorder verdict;
  private final Coverage coverage;
  private final List<InvariantCheck> invariants;
  private final TransitionRows rows;
  private final DecisionCommands questions;
  private final DeadlineInvariants deadlineLaws;
  private final ReplyInvariants answerLaws;
  private final LogMonitor logs;

  public InvariantChecker(
      ReferenceState shadow,
      ViolationRecorder verdict,
      Coverage coverage,
      Deadlines deadlines,
      ProcessMonitor ledger,
      LogMonitor logs,
      DecisionCommands questions) {
    this.shadow = shadow;
    this.verdict = verdict;
    this.coverage = coverage;
    this.logs = logs;
    this.questions = questions;
    this.rows = new TransitionRows(verdict);
    this.deadlineLaws = new DeadlineInvariants(verdict, deadlines);
    this.answerLaws = new ReplyInvariants(verdict, shadow, questions);
    this.invariants =
        List.of(
            new TerminalInvariants(verdict),
            new ResultInvariants(verdict),
            new RefinementInvariants(verdict),
            new LeaseInvariants(verdict, shadow, deadlines),
            new RetryInvariants(verdict),
            new DependencyInvariants(verdict),
            new ApprovalInvariants(verdict),
            new CancelInvariants(verdict),
            deadlineLaws,
            ledger,
            answerLaws,
            logs,
            new EffectInvariants(verdict, questions),
            new CleanupInvariants(verdict));
  }

  /// A commit has been made.
  public void committed(Commit commit) {
    for (Change change : commit.changes()) {
      for (Revision revision : change.revisions()) {
        judge(change, revision);
      }
      questions.committed(change.decision());
    }
    commit.acceptedMessages().forEach(answerLaws::heard);
  }

  /// An agent is told something: it leaves now.
  public void answered(String agent, ServerMessage answer) {
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
      verdict.violated(Invariant.JOURNAL_REPLAYS, revision.after().key() + ": " + e);
    }
  }

  private void judge(Change change, Revision revision, Run stored) {
    Run known = shadow.run(stored.id());
    Run before = known == null ? Run.created(stored.id(), stored.origin()) : known;
    Run after = before;
    for (Transition transition : revision.transitions()) {
      Run next = EventApplier.apply(after, (DomainEvent.OfRun) transition.cause(), change.at());
      var line = new ObservedTransition(after, next, transition, change);
      coverage.took(rows.of(transition, after.id().value()));
      if (transition.cause() instanceof DomainEvent.AttemptLeased(var lease, var agent, _)) {
        shadow.granted(after.id(), lease, agent);
      }
      if (transition.cause() instanceof DomainEvent.LeaseMoved(_, _, var reason)
          && reason.message().equals("agent restarted")) {
        coverage.cameBack(AgentRestartCase.LOST);
      }
      for (InvariantCheck invariant : invariants) {
        invariant.line(line);
      }
      after = next;
    }
    for (LeaseRef lease : change.decision().renewed()) {
      after = EventApplier.apply(after, new DomainEvent.LeaseRenewed(lease), change.at());
    }
    boolean isWritten = !revision.transitions().isEmpty();
    after = isWritten ? after.committed() : after;
    VersionInvariants.check(verdict, before, stored, isWritten);
    if (isWritten && !RunComparison.areSame(after, stored)) {
      verdict.violated(
          Invariant.JOURNAL_REPLAYS, "run %s is not what its journal tells".formatted(stored.id()));
    }
    shadow.put(after);
    var seen = new ObservedChange(before, after, change);
    for (InvariantCheck invariant : invariants) {
      invariant.change(seen);
    }
  }

  private void judge(Change change, Revision revision, Group stored) {
    Group before = shadow.group(stored.key());
    Group after = before;
    for (Transition transition : revision.transitions()) {
      Group next = (Group) EventApplier.apply(after, transition.cause(), change.at());
      GroupInvariants.line(verdict, after, next, transition);
      after = next;
    }
    replayed(before, after.committed(), stored);
    shadow.put(stored);
    GroupInvariants.change(verdict, shadow, stored);
  }

  private void judge(Change change, Revision revision, Breaker stored) {
    Breaker known = shadow.breaker(stored.key());
    Breaker before = known == null ? Breaker.of(stored.key(), stored.profile()) : known;
    Breaker after = before;
    for (Transition transition : revision.transitions()) {
      Breaker next = (Breaker) EventApplier.apply(after, transition.cause(), change.at());
      coverage.took(rows.of(transition, stored.key()));
      BreakerInvariants.line(verdict, after, transition, change.at());
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
      after = (Agent) EventApplier.apply(after, transition.cause(), change.at());
    }
    var told =
        new Agent(
            after.key(),
            after.name(),
            after.labels(),
            after.slots(),
            after.availability(),
            stored.leases(),
            stored.backoffUntil(),
            before.version() + 1);
    coverage.facts(revision.transitions());
    replayed(before, told, stored);
    shadow.put(told);
  }

  private void replayed(Aggregate before, Aggregate after, Aggregate stored) {
    VersionInvariants.check(verdict, before, stored, true);
    if (!after.equals(stored)) {
      verdict.violated(
          Invariant.JOURNAL_REPLAYS,
          "%s %s is not what its journal tells".formatted(stored.kind(), stored.key()));
    }
  }

  /// Nothing is over its deadline by more than `patience`.
  public void audit(Instant now, Duration patience) {
    deadlineLaws.audit(shadow, now, patience);
  }

  /// A run should be over by now, and is not.
  public void isStuck(Run run) {
    verdict.violated(
        Invariant.ENDS_IN_TIME,
        "run %s should be over: %s".formatted(run.id(), DeadlineInvariants.words(run)));
  }

  /// Everything is over, and there was time for everything to be delivered.
  public void atRest() {
    invariants.forEach(invariant -> invariant.atRest(shadow));
  }
}
