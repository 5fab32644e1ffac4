package dev.pawl.simulation.mutants;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Transitions that a defective engine would write.
final class TransitionMutations {

  static List<Transition> of(Mutant mutant, Run run, List<Transition> lines, Instant now) {
    List<Transition> wrong = new ArrayList<>();
    for (Transition line : lines) {
      switch (mutant) {
        case BACKS_OFF_TOO_LONG -> wrong.add(waiting(line, now, 5));
        case BACKS_OFF_TOO_SHORTLY -> wrong.add(waiting(line, now, 0.2));
        case CANCEL_LEAVES_A_JOB_QUEUED -> {
          if (!isCancelOfQueued(run, line)) {
            wrong.add(line);
          }
        }
        case SKIPS_A_LEASE_NUMBER -> wrong.add(withNextNumber(line));
        case ACKNOWLEDGES_NO_LEASE -> {
          if (!isAcknowledgement(line)) {
            wrong.add(line);
          }
        }
        case COMPLETION_AFTER_CANCEL_IS_SUCCESS -> wrong.add(asSuccess(line));
        case WRONG_ACTOR -> wrong.add(by(line, Actor.person("nobody")));
        case SKIPS_WITHOUT_A_CAUSE -> wrong.add(withoutCause(line));
        case WRONG_RESULT -> wrong.add(succeeding(line));
        case SUCCEEDS_OVER_A_FAILED_STEP -> wrong.add(succeedingJob(run, line));
        default -> wrong.add(line);
      }
    }
    if (mutant == Mutant.QUEUES_BEFORE_ITS_NEEDS) {
      hasty(lines, wrong);
    }
    return wrong;
  }

  private static Transition waiting(Transition line, Instant now, double factor) {
    if (line.cause() instanceof DomainEvent.AttemptPaused(var ref, var row, var until, var reason)
        && reason.code() == ReasonCode.BACKOFF
        && until.isPresent()) {
      long wait = (long) (Duration.between(now, until.get()).toMillis() * factor);
      return DecisionMutations.saying(
          line,
          new DomainEvent.AttemptPaused(ref, row, until.map(_ -> now.plusMillis(wait)), reason));
    }
    return line;
  }

  private static Transition withNextNumber(Transition line) {
    return line.cause() instanceof DomainEvent.AttemptLeased(var lease, var agent, var reason)
        ? DecisionMutations.saying(
            line,
            new DomainEvent.AttemptLeased(
                new LeaseRef(lease.attempt(), lease.number() + 1), agent, reason))
        : line;
  }

  private static boolean isAcknowledgement(Transition line) {
    return line.cause() instanceof DomainEvent.LeaseMoved(_, var row, _) && row == LeaseEvent.ACK;
  }

  private static boolean isCancelOfQueued(Run run, Transition line) {
    return line.cause() instanceof DomainEvent.AttemptMoved(var ref, var row, _)
        && row == AttemptEvent.CANCEL
        && ref.job() < run.jobs().size()
        && run.job(ref.job()).attempt().state() == AttemptState.QUEUED;
  }

  /// The journal says success; the state is as it should be.
  private static Transition asSuccess(Transition line) {
    boolean isIt =
        line.cause() instanceof DomainEvent.AttemptCompleted(_, var row, _, _, _)
            && row == AttemptEvent.COMPLETE;
    return isIt
        ? new Transition(
            line.machine(),
            line.entity(),
            line.from(),
            "SUCCEED",
            "success",
            line.actor(),
            line.cause())
        : line;
  }

  private static Transition by(Transition line, Actor actor) {
    return line.isMove() && line.actor().kind() == ActorKind.ORCHESTRATOR
        ? new Transition(
            line.machine(),
            line.entity(),
            line.from(),
            line.event(),
            line.to(),
            actor,
            line.cause())
        : line;
  }

  private static Transition withoutCause(Transition line) {
    return line.cause() instanceof DomainEvent.AttemptMoved(var ref, var row, var reason)
            && row == AttemptEvent.SKIP
        ? DecisionMutations.saying(
            line, new DomainEvent.AttemptMoved(ref, row, Reason.of(reason.code(), "")))
        : line;
  }

  private static Transition succeeding(Transition line) {
    return line.cause() instanceof DomainEvent.RunMoved(var row, var reason)
            && row == RunEvent.FAIL
            && line.from().equals("running")
        ? new Transition(
            line.machine(),
            line.entity(),
            line.from(),
            RunEvent.SUCCEED.name(),
            "success",
            line.actor(),
            new DomainEvent.RunMoved(RunEvent.SUCCEED, reason))
        : line;
  }

  private static Transition succeedingJob(Run run, Transition line) {
    return run.state() == RunState.RUNNING
            && line.from().equals("running")
            && line.cause()
                instanceof
                DomainEvent.AttemptCompleted(var ref, var row, var out, var evidence, var reason)
            && row == AttemptEvent.FAIL
        ? new Transition(
            line.machine(),
            line.entity(),
            line.from(),
            "SUCCEED",
            "success",
            line.actor(),
            new DomainEvent.AttemptCompleted(ref, AttemptEvent.SUCCEED, out, evidence, reason))
        : line;
  }

  /// Queues the first job that still has open needs together with the others, when the run is
  /// planned.
  private static void hasty(List<Transition> lines, List<Transition> wrong) {
    if (!(lines.getFirst().cause() instanceof DomainEvent.RunPlanned planned)
        || planned.event() != RunEvent.PLANNED) {
      return;
    }
    for (int job = 0; job < planned.plan().jobs().size(); job++) {
      if (!planned.plan().job(job).needs().isEmpty() && isUntouched(lines, job)) {
        var ref = new dev.pawl.core.identity.AttemptRef(job, 1);
        wrong.add(
            new Transition(
                "attempt",
                planned.plan().job(job).id() + "/1",
                "pending",
                "ENQUEUE",
                "queued",
                Actor.ORCHESTRATOR,
                new DomainEvent.AttemptMoved(ref, AttemptEvent.ENQUEUE, Reason.PROGRESS)));
        return;
      }
    }
  }

  private static boolean isUntouched(List<Transition> lines, int job) {
    return lines.stream()
        .noneMatch(line ->
            (line.cause() instanceof DomainEvent.AttemptMoved(var ref, _, _) && ref.job() == job)
                || (line.cause() instanceof DomainEvent.AttemptPaused(var paused, _, _, _)
                    && paused.job() == job));
  }

  /// Restores the name of the real approver.
  static List<Transition> uncovered(List<Transition> lines, Actor by) {
    List<Transition> named = new ArrayList<>();
    for (Transition line : lines) {
      boolean isApproval = line.cause() instanceof DomainEvent.JobApproved;
      named.add(
          isApproval
                  && line.cause()
                      instanceof DomainEvent.JobApproved(var ref, _, var isByOwner, var why)
              ? new Transition(
                  line.machine(),
                  line.entity(),
                  line.from(),
                  line.event(),
                  line.to(),
                  by,
                  new DomainEvent.JobApproved(ref, by.name(), isByOwner, why))
              : line);
    }
    return named;
  }

  private TransitionMutations() {}
}
