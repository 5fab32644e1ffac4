package dev.pawl.simulation.invariants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Origin;
import dev.pawl.simulation.monitor.DecisionCommands;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.util.function.Predicate;

/// Checks that every effect is committed together with its cause.
final class EffectInvariants implements InvariantCheck {

  private final ViolationRecorder violations;
  private final DecisionCommands commands;

  EffectInvariants(ViolationRecorder violations, DecisionCommands commands) {
    this.violations = violations;
    this.commands = commands;
  }

  @Override
  public void line(ObservedTransition line) {
    switch (line.cause()) {
      case DomainEvent.AttemptLeased(var lease, var agent, _) ->
          expect(line, effect -> effect.equals(new Effect.Dispatch(lease, agent)));
      case DomainEvent.AttemptMoved(var ref, var row, _) when row == AttemptEvent.CANCEL_GRACEFUL ->
          expect(
              line,
              effect ->
                  effect instanceof Effect.CancelJob cancel
                      && cancel.lease().attempt().equals(ref)
                      && !cancel.force());
      case DomainEvent.LeaseMoved(var lease, var row, _)
          when row == LeaseEvent.EXPIRE || (row == LeaseEvent.REVOKE && !isAgentsWord(line)) ->
          expect(line, effect -> tellsTheEnd(effect, lease));
      default -> {}
    }
    reported(line);
  }

  /// Whether the agent itself caused it, and gets a reply instead.
  private boolean isAgentsWord(ObservedTransition line) {
    return commands.of(line.change().decision()) instanceof EngineCommand.UnderLease;
  }

  private static boolean tellsTheEnd(Effect effect, LeaseRef lease) {
    return effect instanceof Effect.ToAgent told
        && told.lease().equals(lease)
        && !(effect instanceof Effect.Dispatch);
  }

  private void reported(ObservedTransition line) {
    RunState state = line.after().state();
    boolean isNews =
        state != line.before().state()
            && (line.before().state() != RunState.RECOVERING || line.after().isOver());
    Origin.Source source = line.after().origin().source();
    boolean hasForge = !source.commit().isEmpty() && !source.forge().isEmpty();
    boolean isFinal = line.after().isOver() || state == RunState.RUNNING;
    if (isNews && hasForge && isFinal) {
      expect(line, effect -> effect instanceof Effect.Report report && report.state() == state);
    }
  }

  private void expect(ObservedTransition line, Predicate<Effect> wanted) {
    for (Effect effect : line.change().effects()) {
      if (wanted.test(effect)) {
        return;
      }
    }
    violations.violated(Invariant.EFFECT_WITH_CAUSE, "%s: nobody is told".formatted(line));
  }

  /// Checks that a dispatch is committed with its lease.
  @Override
  public void change(ObservedChange seen) {
    for (Effect effect : seen.change().effects()) {
      if (effect instanceof Effect.Dispatch(var lease, var agent)) {
        boolean isGranted =
            seen.after().currentAttempt(lease.attempt()).orElse(null)
                    instanceof Attempt.WithAgent held
                && held.lease().number() == lease.number()
                && held.lease().agent().equals(agent);
        if (!isGranted) {
          violations.violated(
              Invariant.EFFECT_WITH_CAUSE, "a dispatch of %s without its lease".formatted(lease));
        }
      }
    }
  }
}
