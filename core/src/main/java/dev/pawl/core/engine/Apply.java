package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.engine.Event.RunPlanned;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.lease.Lease;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The only writer of any state. It never decides: an event that the table does not allow is a bug
/// of whoever decided, and ends in [dev.pawl.core.lifecycle.IllegalTransition].
public final class Apply {

  /// The run after `event`, which happened at `at`.
  public static Run apply(Run run, Event event, Instant at) {
    return switch (event) {
      case RunMoved(var row, var reason) -> moved(run, row, reason, at);
      case RunPlanned(var plan, var reason) ->
          moved(run, RunEvent.PLANNED, reason, at).planned(plan, at);
      case AttemptLeased leased -> leased(run, leased, at);
      case AttemptMoved moved -> moved(run, moved, at);
      case LeaseMoved(var lease, var row, _) -> {
        var held = held(run, lease.attempt());
        var state = LeaseMachine.MACHINE.transition(held.lease().state(), row);
        var moved = held.lease().in(state);
        // An acknowledgement is a sign of life too.
        boolean isAlive = row == LeaseEvent.ACK;
        yield run.with(lease.attempt().job(), withLease(held, isAlive ? moved.renewed(at) : moved));
      }
      case LeaseRenewed(var lease) -> {
        var held = held(run, lease.attempt());
        yield run.with(lease.attempt().job(), withLease(held, held.lease().renewed(at)));
      }
      case StepMoved moved -> stepMoved(run, moved);
    };
  }

  /// The run after the events of one committed decision.
  public static Run replay(Run run, List<Event> events, Instant at) {
    Run replayed = run;
    for (Event event : events) {
      replayed = apply(replayed, event, at);
    }
    return committed(replayed);
  }

  /// The run, one decision later.
  static Run committed(Run run) {
    return run.committed();
  }

  private static Run moved(Run run, RunEvent row, Reason reason, Instant at) {
    Run moved = run.in(RunMachine.MACHINE.transition(run.state(), row), at, reason);
    return switch (row) {
      case CANCEL, CANCEL_GRACEFUL, CANCEL_FORCE ->
          run.cancelCause().isPresent() ? moved : moved.cancelledFor(reason);
      case PLAN, PLANNED, HOLD, WAIT, SKIP, PLAN_FAIL, FAIL, APPROVE, REJECT, EXPIRE -> moved;
      case TIMER_DONE, START, SUCCEED, RECOVER, TIME_OUT, COMPLETE -> moved;
    };
  }

  private static Run leased(Run run, AttemptLeased event, Instant at) {
    AttemptRef ref = event.lease().attempt();
    Attempt before = run.job(ref.job()).attempt();
    AttemptState state = AttemptMachine.MACHINE.transition(before.state(), AttemptEvent.LEASE);
    var lease =
        new Lease(event.lease().number(), LeaseMachine.MACHINE.initial(), event.agent(), at);
    return run.with(ref.job(), new Attempt.WithAgent(ref.attempt(), state, at, lease, List.of()));
  }

  private static Run moved(Run run, AttemptMoved event, Instant at) {
    int job = event.attempt().job();
    Attempt before = run.job(job).attempt();
    AttemptState state = AttemptMachine.MACHINE.transition(before.state(), event.event());
    return run.with(
        job,
        switch (state) {
          case PENDING, HELD, WAITING, QUEUED ->
              new Attempt.Idle(before.number(), state, at, before.leases());
          case LEASED, STARTING, UPLOADING, RECOVERING, CANCELLING -> inState(before, state, at);
          case RUNNING -> started(inState(before, state, at), run.plan().job(job).steps().size());
          case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST ->
              new Attempt.Ended(
                  before.number(), state, at, before.leases(), stepsOf(before), event.reason());
        });
  }

  private static Attempt.WithAgent inState(Attempt before, AttemptState state, Instant at) {
    return before instanceof Attempt.WithAgent(var number, _, _, var lease, var steps)
        ? new Attempt.WithAgent(number, state, at, lease, steps)
        : noAgent(before);
  }

  /// The first START brings the steps; one that ends a recovery finds them there.
  private static Attempt started(Attempt.WithAgent attempt, int plannedSteps) {
    if (!attempt.steps().isEmpty()) {
      return attempt;
    }
    List<Step> steps = new ArrayList<>();
    for (int index = 0; index < plannedSteps; index++) {
      steps.add(new Step.Open(index, StepMachine.MACHINE.initial()));
    }
    return new Attempt.WithAgent(
        attempt.number(), attempt.state(), attempt.since(), attempt.lease(), steps);
  }

  private static Run stepMoved(Run run, StepMoved event) {
    var held = held(run, event.attempt());
    List<Step> steps = new ArrayList<>(held.steps());
    var state = StepMachine.MACHINE.transition(steps.get(event.step()).state(), event.event());
    steps.set(
        event.step(),
        StepMachine.MACHINE.isTerminal(state)
            ? new Step.Ended(event.step(), state, event.end())
            : new Step.Open(event.step(), state));
    return run.with(
        event.attempt().job(),
        new Attempt.WithAgent(held.number(), held.state(), held.since(), held.lease(), steps));
  }

  private static List<Step> stepsOf(Attempt attempt) {
    return switch (attempt) {
      case Attempt.Idle _ -> List.of();
      case Attempt.WithAgent held -> held.steps();
      case Attempt.Ended ended -> ended.steps();
    };
  }

  private static Attempt withLease(Attempt.WithAgent held, Lease lease) {
    return new Attempt.WithAgent(held.number(), held.state(), held.since(), lease, held.steps());
  }

  private static Attempt.WithAgent held(Run run, AttemptRef ref) {
    Attempt attempt = run.job(ref.job()).attempt();
    return attempt instanceof Attempt.WithAgent held ? held : noAgent(attempt);
  }

  private static Attempt.WithAgent noAgent(Attempt attempt) {
    throw new IllegalStateException("no agent has attempt " + attempt);
  }

  private Apply() {}
}
