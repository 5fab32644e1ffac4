package dev.pawl.core.engine;

import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.JobRendered;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RenderingFailure;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Perspective;
import java.util.List;

/// What had to wait for other jobs is evaluated: the same decision that ends the last of them
/// replaces the job by what its template comes to, the cells of a matrix for one.
final class Expanding {

  /// Says whether the job is over by it.
  static boolean expand(Draft draft, int index) {
    Job job = draft.job(index);
    JobTemplate template = job.planned().template().orElseThrow();
    List<PlannedJob> cells;
    try {
      cells = template.render(job.planned(), Perspective.on(draft.run()).of(job));
    } catch (RenderingFailure e) {
      Readiness.refuse(draft, index, e.message());
      return true;
    }
    if (cells.isEmpty()) {
      var reason = Reason.of(ReasonCode.FILTER, "its matrix is empty");
      draft.take(new AttemptMoved(job.ref(), AttemptEvent.SKIP, reason));
      return true;
    }
    int first = draft.run().jobs().size();
    draft.take(new JobRendered(index, cells));
    int end = draft.run().jobs().size(); // what follows may make more of them
    boolean isOver = Readiness.protect(draft, index);
    for (int added = first; added < end; added++) {
      if (Readiness.protect(draft, added)) {
        Readiness.settleDependents(draft, added);
      }
    }
    return isOver;
  }

  private Expanding() {}
}
