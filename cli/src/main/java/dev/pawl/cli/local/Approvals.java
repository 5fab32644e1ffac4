package dev.pawl.cli.local;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.AttemptPaused;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.server.runtime.Change;
import java.util.List;
import java.util.Optional;

/// Holds that whoever starts the run agrees to. They are held and approved all the same, so that
/// the journal says on whose word they went on.
final class Approvals {

  /// The plan as it is for one person alone: whose reviewers are not here, and who started the run.
  static Plan openToAnybody(Plan plan) {
    return plan.with(plan.jobs().stream().map(Approvals::openToAnybody).toList());
  }

  private static PlannedJob openToAnybody(PlannedJob job) {
    return job.policy()
        .approval()
        .map(asked -> new Approval(List.of(), 1, asked.expires(), true))
        .map(open -> job.with(job.policy().with(open)))
        .orElse(job);
  }

  /// What is held since that change.
  static List<AttemptRef> heldBy(Change change) {
    return change.transitions().stream().flatMap(line -> held(line).stream()).toList();
  }

  private static Optional<AttemptRef> held(Transition line) {
    return switch (line.cause()) {
      case AttemptMoved(var ref, AttemptEvent event, _) when event == AttemptEvent.HOLD ->
          Optional.of(ref);
      case AttemptPaused(var ref, AttemptEvent event, _, _) when event == AttemptEvent.HOLD ->
          Optional.of(ref);
      case Event _ -> Optional.empty();
    };
  }

  private Approvals() {}
}
