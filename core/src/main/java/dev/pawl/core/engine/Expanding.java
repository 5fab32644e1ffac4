package dev.pawl.core.engine;

import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.MatrixExpanded;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Cells;
import dev.pawl.core.plan.Expansion;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import java.util.List;

/// A matrix made of another job's output: the same decision that ends the other job replaces the
/// one by its cells.
final class Expanding {

  /// Says whether the job is over by it.
  static boolean expand(Draft draft, int index) {
    Job job = draft.job(index);
    Expansion expansion = job.planned().policy().expansion().orElseThrow();
    String value = Conditions.output(draft.job(expansion.need()), expansion.output());
    List<PlannedJob> cells;
    try {
      cells = Cells.of(job.planned(), expansion, value);
    } catch (IllegalArgumentException e) {
      // Nothing fails from `pending`: it is queued first, in the same commit.
      var reason = Reason.of(ReasonCode.USER, "its matrix: " + e.getMessage());
      draft.take(new AttemptMoved(job.ref(), AttemptEvent.ENQUEUE, reason));
      draft.takeAs(Actor.CLOCK, new AttemptMoved(job.ref(), AttemptEvent.FAIL, reason));
      return true;
    }
    if (cells.isEmpty()) {
      var reason = Reason.of(ReasonCode.FILTER, "its matrix is empty");
      draft.take(new AttemptMoved(job.ref(), AttemptEvent.SKIP, reason));
      return true;
    }
    int before = draft.run().jobs().size();
    draft.take(new MatrixExpanded(index, cells));
    boolean isOver = Readiness.protect(draft, index);
    for (int added = before; added < draft.run().jobs().size(); added++) {
      if (Readiness.protect(draft, added)) {
        Readiness.settleDependents(draft, added);
      }
    }
    return isOver;
  }

  private Expanding() {}
}
