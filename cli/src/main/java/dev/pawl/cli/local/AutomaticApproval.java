package dev.pawl.cli.local;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.server.store.Change;
import java.util.List;
import java.util.Optional;

/// Approves every hold of a run for the user who started it (`--approve-all`). Jobs are still held
/// and then approved, so that the journal records the approval.
final class AutomaticApproval {

  /// The plan without reviewers, so that the user who started the run may approve alone.
  static Plan withoutReviewers(Plan plan) {
    return plan.with(plan.jobs().stream().map(AutomaticApproval::withoutReviewers).toList());
  }

  private static PlannedJob withoutReviewers(PlannedJob job) {
    return job.policy()
        .approval()
        .map(approval -> new Approval(List.of(), 1, approval.expires(), true))
        .map(open -> job.with(job.policy().with(open)))
        .orElse(job);
  }

  /// The attempts that this change put on hold.
  static List<AttemptRef> newHolds(Change change) {
    return change.transitions().stream().flatMap(line -> held(line).stream()).toList();
  }

  private static Optional<AttemptRef> held(Transition line) {
    return switch (line.cause()) {
      case AttemptMoved(var ref, AttemptEvent event, _) when event == AttemptEvent.HOLD ->
          Optional.of(ref);
      case AttemptPaused(var ref, AttemptEvent event, _, _) when event == AttemptEvent.HOLD ->
          Optional.of(ref);
      case DomainEvent _ -> Optional.empty();
    };
  }

  private AutomaticApproval() {}
}
