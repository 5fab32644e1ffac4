package dev.pawl.simulation.invariants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/// Who has an attempt, and for how long.
final class LeaseInvariants implements InvariantCheck {

  private record AttemptKey(RunId run, AttemptRef attempt) {}

  private final ViolationRecorder verdict;
  private final ReferenceState shadow;
  private final Deadlines deadlines;
  private final Set<AttemptKey> outcomes = new HashSet<>();

  LeaseInvariants(ViolationRecorder verdict, ReferenceState shadow, Deadlines deadlines) {
    this.verdict = verdict;
    this.shadow = shadow;
    this.deadlines = deadlines;
  }

  @Override
  public void line(ObservedTransition line) {
    switch (line.cause()) {
      case DomainEvent.AttemptLeased(var lease, var agent, _) -> leased(line, lease, agent);
      case DomainEvent.LeaseMoved(var lease, var row, var reason)
          when row == LeaseEvent.EXPIRE && reason.code() != ReasonCode.INTERRUPTED ->
          notTooEarly(line, lease);
      case DomainEvent.AttemptMoved(var ref, _, _) -> oneOutcome(line, ref);
      case DomainEvent.AttemptCompleted(var ref, _, _, _, _) -> oneOutcome(line, ref);
      case DomainEvent.ResultReused(var ref, _, _, _, _) -> oneOutcome(line, ref);
      default -> {}
    }
  }

  private void leased(ObservedTransition line, LeaseRef lease, String agentId) {
    Attempt before = line.before().job(lease.attempt().job()).attempt();
    if (before instanceof Attempt.WithAgent || lease.number() != before.leases() + 1) {
      verdict.violated(Invariant.ONE_LIVE_LEASE, line + ", lease " + lease);
    }
    Agent agent = shadow.agent(agentId);
    Job job = line.before().job(lease.attempt().job());
    boolean isFit =
        agent.availability() == Agent.Availability.READY
            && agent.hasLabels(job.planned().runsOn())
            && agent.leases().size() < agent.slots()
            && live(agentId) < agent.slots();
    if (!isFit) {
      verdict.violated(
          Invariant.FIT_AGENT, "%s, to %s with %d live".formatted(line, agent, live(agentId)));
    }
  }

  /// How many leases the agent has, counted in the runs' own journals.
  private int live(String agent) {
    int live = 0;
    for (Run run : shadow.open().values()) {
      if (run.jobCounts().withAgents() > 0) {
        for (Job job : run.jobs()) {
          boolean isIts =
              job.attempt() instanceof Attempt.WithAgent held && held.lease().agent().equals(agent);
          live += isIts ? 1 : 0;
        }
      }
    }
    return live;
  }

  private void notTooEarly(ObservedTransition line, LeaseRef lease) {
    var held = (Attempt.WithAgent) line.before().job(lease.attempt().job()).attempt();
    Instant earliest = held.lease().renewedAt().plus(deadlines.leaseTtl());
    if (line.at().isBefore(earliest)) {
      verdict.violated(Invariant.FENCED_IN_TIME, line + ", before " + earliest);
    }
  }

  private void oneOutcome(ObservedTransition line, AttemptRef ref) {
    boolean isOver =
        AttemptMachine.MACHINE.isTerminal(line.after().job(ref.job()).attempt().state());
    if (isOver && !outcomes.add(new AttemptKey(line.after().id(), ref))) {
      verdict.violated(Invariant.ONE_OUTCOME, line.toString());
    }
  }

  @Override
  public void change(ObservedChange seen) {
    for (Job job : seen.after().jobs()) {
      boolean isOut =
          switch (job.attempt().state()) {
            case LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> true;
            case PENDING, HELD, WAITING, QUEUED -> false;
            case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> false;
          };
      boolean hasLease =
          job.attempt() instanceof Attempt.WithAgent held
              && held.lease().state()
                  == (held.state() == AttemptState.LEASED ? LeaseState.GRANTED : LeaseState.ACTIVE);
      if (isOut != hasLease) {
        verdict.violated(
            Invariant.LEASED_WHILE_OUT, "run %s: %s".formatted(seen.after().id(), job.attempt()));
      }
    }
  }
}
