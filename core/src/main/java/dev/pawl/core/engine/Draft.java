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
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A decision in the making: the run as it would be, and what led there. Each event is applied as
/// it is taken, so that what follows sees it.
final class Draft {

  private final Instant now;
  private final Actor actor;
  private final List<Transition> transitions = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private Run run;

  Draft(Run run, Actor actor, Instant now) {
    this.run = run;
    this.actor = actor;
    this.now = now;
  }

  Run run() {
    return run;
  }

  Actor actor() {
    return actor;
  }

  Instant now() {
    return now;
  }

  /// The current attempt of a job, as it would be.
  Attempt attempt(int job) {
    return run.job(job).attempt();
  }

  void take(Event event) {
    Run before = run;
    run = Apply.apply(run, event, now);
    switch (event) {
      case RunMoved moved -> took(RunMachine.MACHINE, before.state(), moved.event(), "", event);
      case RunPlanned _ -> took(RunMachine.MACHINE, before.state(), RunEvent.PLANNED, "", event);
      case AttemptMoved(var ref, var row, _) ->
          took(AttemptMachine.MACHINE, stateIn(before, ref), row, name(ref), event);
      case AttemptLeased(var lease, _, _) ->
          took(
              AttemptMachine.MACHINE,
              stateIn(before, lease.attempt()),
              AttemptEvent.LEASE,
              name(lease.attempt()),
              event);
      case LeaseMoved(var lease, var row, _) ->
          took(
              LeaseMachine.MACHINE,
              held(before, lease.attempt()).lease().state(),
              row,
              name(lease),
              event);
      case StepMoved(var ref, var step, var row, _, _) ->
          took(
              StepMachine.MACHINE,
              held(before, ref).steps().get(step).state(),
              row,
              name(ref) + "/" + step,
              event);
      case LeaseRenewed _ -> {} // liveness is in no journal
    }
  }

  void tell(Effect effect) {
    effects.add(effect);
  }

  boolean isEmpty() {
    return transitions.isEmpty();
  }

  Decision accepted() {
    return new Decision.Accepted(
        transitions.isEmpty() ? run : Apply.committed(run), transitions, effects);
  }

  private <S extends Enum<S>, E extends Enum<E>> void took(
      Machine<S, E> machine, S from, E row, String entity, Event cause) {
    var taken = machine.row(from, row).orElseThrow();
    transitions.add(
        new Transition(
            machine.name(),
            entity.isEmpty() ? run.id().value() : entity,
            Machine.wireName(from),
            row.name(),
            Machine.wireName(taken.to()),
            actor.answeringFor(taken.owners()),
            cause));
  }

  private String name(AttemptRef ref) {
    return run.plan().job(ref.job()).id() + "/" + ref.attempt();
  }

  private String name(LeaseRef lease) {
    return name(lease.attempt()) + "#" + lease.number();
  }

  private static AttemptState stateIn(Run run, AttemptRef ref) {
    return run.job(ref.job()).attempt().state();
  }

  private static Attempt.WithAgent held(Run run, AttemptRef ref) {
    return (Attempt.WithAgent) run.job(ref.job()).attempt();
  }
}
