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

/// Checks leases: one live lease an attempt, a fit agent, no expiry too early, one outcome.
final class LeaseInvariants implements InvariantCheck {

  private record AttemptKey(RunId run, AttemptRef attempt) {}

  private final ViolationRecorder violations;
  private final ReferenceState reference;
  private final Deadlines deadlines;
  private final Set<AttemptKey> outcomes = new HashSet<>();

  LeaseInvariants(ViolationRecorder violations, ReferenceState reference, Deadlines deadlines) {
    this.violations = violations;
    this.reference = reference;
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
      violations.violated(Invariant.ONE_LIVE_LEASE, line + ", lease " + lease);
    }
    Agent agent = reference.agent(agentId);
    Job job = line.before().job(lease.attempt().job());
    boolean isFit =
        agent.availability() == Agent.Availability.READY
            && agent.meets(line.before().demand(job))
            && agent.leases().size() < agent.slots()
            && live(agentId) < agent.slots();
    if (!isFit) {
      violations.violated(
          Invariant.FIT_AGENT, "%s, to %s with %d live".formatted(line, agent, live(agentId)));
    }
  }

  /// The number of the agent's leases, counted in the journals of the runs.
  private int live(String agent) {
    int live = 0;
    for (Run run : reference.open().values()) {
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
      violations.violated(Invariant.FENCED_IN_TIME, line + ", before " + earliest);
    }
  }

  private void oneOutcome(ObservedTransition line, AttemptRef ref) {
    boolean isOver =
        AttemptMachine.MACHINE.isTerminal(line.after().job(ref.job()).attempt().state());
    if (isOver && !outcomes.add(new AttemptKey(line.after().id(), ref))) {
      violations.violated(Invariant.ONE_OUTCOME, line.toString());
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
        violations.violated(
            Invariant.LEASED_WHILE_OUT, "run %s: %s".formatted(seen.after().id(), job.attempt()));
      }
    }
  }
}
