package dev.pawl.simulation.invariants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.run.Job;
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

/// Observes every commit, replays it on a reference state of its own, and checks every invariant.
public final class InvariantChecker {

  private final ReferenceState reference;
  private final ViolationRecorder violations;
  private final Coverage coverage;
  private final List<InvariantCheck> invariants;
  private final TransitionRows rows;
  private final DecisionCommands commands;
  private final DeadlineInvariants deadlineInvariants;
  private final ReplyInvariants replyInvariants;
  private final LogMonitor logs;

  public InvariantChecker(
      ReferenceState reference,
      ViolationRecorder violations,
      Coverage coverage,
      Deadlines deadlines,
      ProcessMonitor processes,
      LogMonitor logs,
      DecisionCommands commands) {
    this.reference = reference;
    this.violations = violations;
    this.coverage = coverage;
    this.logs = logs;
    this.commands = commands;
    this.rows = new TransitionRows(violations);
    this.deadlineInvariants = new DeadlineInvariants(violations, deadlines);
    this.replyInvariants = new ReplyInvariants(violations, reference, commands);
    this.invariants =
        List.of(
            new TerminalInvariants(violations),
            new ResultInvariants(violations),
            new RefinementInvariants(violations),
            new LeaseInvariants(violations, reference, deadlines),
            new RetryInvariants(violations),
            new DependencyInvariants(violations),
            new GroupInvariants(violations, reference, commands),
            new ApprovalInvariants(violations),
            new CancelInvariants(violations),
            deadlineInvariants,
            processes,
            replyInvariants,
            logs,
            new EffectInvariants(violations, commands),
            new CleanupInvariants(violations));
  }

  /// Checks a commit.
  public void committed(Commit commit) {
    for (Change change : commit.changes()) {
      for (Revision revision : change.revisions()) {
        check(change, revision);
      }
      commands.committed(change.decision());
    }
    commit.acceptedMessages().forEach(replyInvariants::heard);
  }

  /// Checks a message that leaves for an agent now.
  public void answered(String agent, ServerMessage answer) {
    replyInvariants.answered(agent, answer);
    if (answer instanceof LogAck ack) {
      logs.acknowledged(ack);
    }
  }

  private void check(Change change, Revision revision) {
    try {
      switch (revision.after()) {
        case Run run -> check(change, revision, run);
        case Group group -> check(change, revision, group);
        case Breaker breaker -> check(change, revision, breaker);
        case Agent agent -> check(change, revision, agent);
        case Aggregate other -> throw new IllegalStateException("what is " + other);
      }
    } catch (RuntimeException e) {
      violations.violated(Invariant.JOURNAL_REPLAYS, revision.after().key() + ": " + e);
    }
  }

  private void check(Change change, Revision revision, Run stored) {
    Run known = reference.run(stored.id());
    Run before = known == null ? Run.created(stored.id(), stored.origin()) : known;
    Run after = before;
    for (Transition transition : revision.transitions()) {
      Run next = EventApplier.apply(after, (DomainEvent.OfRun) transition.cause(), change.at());
      var line = new ObservedTransition(after, next, transition, change);
      coverage.took(rows.of(transition, after.id().value()));
      if (transition.cause() instanceof DomainEvent.AttemptLeased(var lease, var agent, _)) {
        reference.granted(after.id(), lease, agent);
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
    VersionInvariants.check(violations, before, stored, isWritten);
    if (isWritten) {
      after = compared(after, stored);
    }
    reference.put(after);
    var seen = new ObservedChange(before, after, change);
    for (InvariantCheck invariant : invariants) {
      invariant.change(seen);
    }
  }

  /// Compares what the journal tells with what is stored. Of two equal states the stored one is
  /// kept: the next one shares with it whatever does not change, and a comparison of the same
  /// object costs nothing. So it costs as much as the change, not as the run.
  private Run compared(Run told, Run stored) {
    if (told.equals(stored)) {
      return stored;
    }
    if (!withoutRenewals(told).equals(withoutRenewals(stored))) {
      violations.violated(
          Invariant.JOURNAL_REPLAYS, "run %s is not what its journal tells".formatted(stored.id()));
    }
    return told;
  }

  /// The run without the renewal times of its leases, which are in no journal and may differ
  /// between orchestrators.
  private static Run withoutRenewals(Run run) {
    Run without = run;
    for (Job job : run.jobs()) {
      if (job.attempt() instanceof Attempt.WithAgent held) {
        var timeless = held.with(held.lease().renewed(Instant.EPOCH));
        without = without.with(without.graph().with(without.job(job.index()).with(timeless)));
      }
    }
    return without;
  }

  private void check(Change change, Revision revision, Group stored) {
    Group before = reference.group(stored.key());
    Group after = before;
    for (Transition transition : revision.transitions()) {
      Group next = (Group) EventApplier.apply(after, transition.cause(), change.at());
      GroupInvariants.line(violations, after, next, transition);
      after = next;
    }
    replayed(before, after.committed(), stored);
    reference.put(stored);
    GroupInvariants.change(violations, reference, stored);
  }

  private void check(Change change, Revision revision, Breaker stored) {
    Breaker known = reference.breaker(stored.key());
    Breaker before = known == null ? Breaker.of(stored.key(), stored.profile()) : known;
    Breaker after = before;
    for (Transition transition : revision.transitions()) {
      Breaker next = (Breaker) EventApplier.apply(after, transition.cause(), change.at());
      coverage.took(rows.of(transition, stored.key()));
      BreakerInvariants.line(violations, after, transition, change.at());
      after = next;
    }
    replayed(before, after.committed(), stored);
    reference.put(stored);
  }

  /// An agent's leases follow from the journals of the runs; its registration, from its own.
  private void check(Change change, Revision revision, Agent stored) {
    Agent before = reference.agent(stored.key());
    Agent after = before;
    for (Transition transition : revision.transitions()) {
      after = (Agent) EventApplier.apply(after, transition.cause(), change.at());
    }
    var told =
        new Agent(
            after.key(),
            after.org(),
            after.name(),
            after.labels(),
            after.slots(),
            after.availability(),
            stored.leases(),
            stored.backoffUntil(),
            before.version() + 1);
    coverage.facts(revision.transitions());
    replayed(before, told, stored);
    reference.put(told);
  }

  private void replayed(Aggregate before, Aggregate after, Aggregate stored) {
    VersionInvariants.check(violations, before, stored, true);
    if (!after.equals(stored)) {
      violations.violated(
          Invariant.JOURNAL_REPLAYS,
          "%s %s is not what its journal tells".formatted(stored.kind(), stored.key()));
    }
  }

  /// Checks that nothing is past its deadline by more than `patience`.
  public void audit(Instant now, Duration patience) {
    deadlineInvariants.audit(reference, now, patience);
  }

  /// Records that a run should be over by now, and is not.
  public void isStuck(Run run) {
    violations.violated(
        Invariant.ENDS_IN_TIME,
        "run %s should be over: %s".formatted(run.id(), DeadlineInvariants.words(run)));
  }

  /// Checks what must hold when everything is over and delivered.
  public void atRest() {
    invariants.forEach(invariant -> invariant.atRest(reference));
  }
}
