package dev.pawl.simulation.judge;

import dev.pawl.core.engine.Event;
import dev.pawl.core.run.RunId;
import java.util.HashSet;
import java.util.Set;

/// After a cancel nothing is begun but the workflow's hooks; after force, not even those.
final class CancelLaws implements Invariant {

  private final Verdict verdict;
  private final Set<RunId> cancelled = new HashSet<>();
  private final Set<RunId> forced = new HashSet<>();

  CancelLaws(Verdict verdict) {
    this.verdict = verdict;
  }

  @Override
  public void line(Line line) {
    RunId run = line.after().id();
    switch (line.cause()) {
      case Event.RunCancelled(_, var isForced, _) -> {
        cancelled.add(run);
        if (isForced) {
          forced.add(run);
        }
      }
      case Event.AttemptLeased(var lease, _, _)
          when cancelled.contains(run)
              && !line.before().job(lease.attempt().job()).planned().isHooks() ->
          verdict.broken(Law.NO_LEASE_AFTER_CANCEL, line.toString());
      case Event.HooksAdded _ when forced.contains(run) ->
          verdict.broken(Law.NO_HOOK_AFTER_FORCE, line.toString());
      default -> {}
    }
  }
}
