package dev.pawl.simulation.judge;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Event;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/// Who has an attempt, and for how long.
final class LeaseLaws implements Invariant {

  private record Outcome(RunId run, AttemptRef attempt) {}

  private final Verdict verdict;
  private final Shadow shadow;
  private final Deadlines deadlines;
  private final Set<Outcome> outcomes = new HashSet<>();

  LeaseLaws(Verdict verdict, Shadow shadow, Deadlines deadlines) {
    this.verdict = verdict;
    this.shadow = shadow;
    this.deadlines = deadlines;
  }

  @Override
  public void line(Line line) {
    switch (line.cause()) {
      case Event.AttemptLeased(var lease, var agent, _) -> leased(line, lease, agent);
      case Event.LeaseMoved(var lease, var row, var reason)
          when row == LeaseEvent.EXPIRE && reason.code() != ReasonCode.INTERRUPTED ->
          notTooEarly(line, lease);
      case Event.AttemptMoved(var ref, _, _) -> oneOutcome(line, ref);
      case Event.AttemptCompleted(var ref, _, _, _, _) -> oneOutcome(line, ref);
      case Event.ResultKept(var ref, _, _, _, _) -> oneOutcome(line, ref);
      default -> {}
    }
  }

  private void leased(Line line, LeaseRef lease, String agentId) {
    Attempt before = line.before().job(lease.attempt().job()).attempt();
    if (before instanceof Attempt.WithAgent || lease.number() != before.leases() + 1) {
      verdict.broken(Law.ONE_LIVE_LEASE, line + ", lease " + lease);
    }
    Agent agent = shadow.agent(agentId);
    Job job = line.before().job(lease.attempt().job());
    boolean isFit =
        agent.standing() == Agent.Standing.READY
            && agent.has(job.planned().runsOn())
            && agent.leases().size() < agent.slots()
            && live(agentId) < agent.slots();
    if (!isFit) {
      verdict.broken(Law.FIT_AGENT, "%s, to %s with %d live".formatted(line, agent, live(agentId)));
    }
  }

  /// How many leases the agent has, counted in the runs' own journals.
  private int live(String agent) {
    int live = 0;
    for (Run run : shadow.open().values()) {
      if (run.tally().out() > 0) {
        for (Job job : run.jobs()) {
          boolean isIts =
              job.attempt() instanceof Attempt.WithAgent held && held.lease().agent().equals(agent);
          live += isIts ? 1 : 0;
        }
      }
    }
    return live;
  }

  private void notTooEarly(Line line, LeaseRef lease) {
    var held = (Attempt.WithAgent) line.before().job(lease.attempt().job()).attempt();
    Instant earliest = held.lease().renewedAt().plus(deadlines.leaseTtl());
    if (line.at().isBefore(earliest)) {
      verdict.broken(Law.FENCED_IN_TIME, line + ", before " + earliest);
    }
  }

  private void oneOutcome(Line line, AttemptRef ref) {
    boolean isOver =
        AttemptMachine.MACHINE.isTerminal(line.after().job(ref.job()).attempt().state());
    if (isOver && !outcomes.add(new Outcome(line.after().id(), ref))) {
      verdict.broken(Law.ONE_OUTCOME, line.toString());
    }
  }

  @Override
  public void change(Seen seen) {
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
        verdict.broken(
            Law.LEASED_WHILE_OUT, "run %s: %s".formatted(seen.after().id(), job.attempt()));
      }
    }
  }
}
