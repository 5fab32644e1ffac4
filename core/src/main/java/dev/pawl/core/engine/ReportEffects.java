package dev.pawl.core.engine;

import dev.pawl.core.command.Effect;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;

/// Adds effects that report a run's state to its forge, if it has one: pending, running and its
/// end. They are effects, so a slow forge never delays the run.
final class ReportEffects {

  static void after(DecisionDraft draft, Run before, DomainEvent event) {
    Run run = draft.run();
    boolean isReadAgain = event instanceof DomainEvent.RunRestored;
    if (!run.origin().source().isReported() || run.state() == before.state() || isReadAgain) {
      return;
    }
    boolean isNews = before.state() != RunState.RECOVERING || run.isOver();
    if (isNews && isReported(run.state())) {
      draft.addEffect(new Effect.Report(run.state(), event.reason().message()));
    }
  }

  private static boolean isReported(RunState state) {
    return switch (state) {
      case HELD, WAITING, QUEUED, RUNNING -> true;
      case SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> true;
      case CREATED, PLANNING, PLAN_FAILED, RECOVERING, CANCELLING -> false;
    };
  }

  private ReportEffects() {}
}
