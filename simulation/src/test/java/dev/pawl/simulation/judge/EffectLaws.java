package dev.pawl.simulation.judge;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Event;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.RunState;
import java.util.function.Predicate;

/// What somebody must be told is committed together with why.
final class EffectLaws implements Invariant {

  private final Verdict verdict;
  private final Questions questions;

  EffectLaws(Verdict verdict, Questions questions) {
    this.verdict = verdict;
    this.questions = questions;
  }

  @Override
  public void line(Line line) {
    switch (line.cause()) {
      case Event.AttemptLeased(var lease, var agent, _) ->
          expect(line, effect -> effect.equals(new Effect.Dispatch(lease, agent)));
      case Event.AttemptMoved(var ref, var row, _) when row == AttemptEvent.CANCEL_GRACEFUL ->
          expect(
              line,
              effect ->
                  effect instanceof Effect.CancelJob cancel
                      && cancel.lease().attempt().equals(ref)
                      && !cancel.force());
      case Event.LeaseMoved(var lease, var row, _)
          when row == LeaseEvent.EXPIRE
              || (row == LeaseEvent.REVOKE && !isAgentsWord(line)) ->
          expect(line, effect -> tellsTheEnd(effect, lease));
      default -> {}
    }
    reported(line);
  }

  /// Whether the agent itself asked for it, and is answered.
  private boolean isAgentsWord(Line line) {
    return questions.of(line.change().decision()) instanceof Command.FromAgent;
  }

  private static boolean tellsTheEnd(Effect effect, LeaseRef lease) {
    return effect instanceof Effect.ToAgent told
        && told.lease().equals(lease)
        && !(effect instanceof Effect.Dispatch);
  }

  private void reported(Line line) {
    RunState state = line.after().state();
    boolean isNews =
        state != line.before().state()
            && (line.before().state() != RunState.RECOVERING || line.after().isOver());
    boolean hasCommit = !line.after().origin().source().commit().isEmpty();
    boolean isFinal = line.after().isOver() || state == RunState.RUNNING;
    if (isNews && hasCommit && isFinal) {
      expect(line, effect -> effect instanceof Effect.Report report && report.state() == state);
    }
  }

  private void expect(Line line, Predicate<Effect> wanted) {
    for (Effect effect : line.change().effects()) {
      if (wanted.test(effect)) {
        return;
      }
    }
    verdict.broken(Law.EFFECT_WITH_CAUSE, "%s: nobody is told".formatted(line));
  }

  /// An attempt that is being started, cancelled or fenced has an agent to tell.
  @Override
  public void change(Seen seen) {
    for (Effect effect : seen.change().effects()) {
      if (effect instanceof Effect.Dispatch(var lease, var agent)) {
        boolean isGranted =
            seen.after().current(lease.attempt()).orElse(null) instanceof Attempt.WithAgent held
                && held.lease().number() == lease.number()
                && held.lease().agent().equals(agent);
        if (!isGranted) {
          verdict.broken(Law.EFFECT_WITH_CAUSE, "a dispatch of %s without its lease".formatted(lease));
        }
      }
    }
  }
}
