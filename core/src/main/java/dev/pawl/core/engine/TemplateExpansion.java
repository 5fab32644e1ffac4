package dev.pawl.core.engine;

import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.JobRendered;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.matrix.MatrixBudget;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobExpressionContext;
import java.util.List;

/// Evaluates the template of a job that depends on other jobs. The decision that ends the last of
/// them replaces the job by the result, for example the cells of a matrix.
final class TemplateExpansion {

  /// Replaces the job by what its template evaluates to; true if the job is over by that.
  static boolean expand(DecisionDraft draft, int index) {
    Job job = draft.job(index);
    JobTemplate template = job.planned().template().orElseThrow();
    OperatorLimits limits = draft.deadlines().limits();
    List<PlannedJob> cells;
    try {
      cells =
          template
              .render(
                  job.planned(),
                  JobExpressionContext.on(draft.run()).of(job),
                  new MatrixBudget(limits.maxMatrixSize()))
              .stream()
              .map(limits::cap)
              .toList();
    } catch (TextEvaluationException e) {
      JobReadiness.failUnevaluated(draft, index, e.message());
      return true;
    }
    if (cells.isEmpty()) {
      var reason = Reason.of(ReasonCode.FILTER, "its matrix is empty");
      draft.apply(new AttemptMoved(job.ref(), AttemptEvent.SKIP, reason));
      return true;
    }
    int first = draft.run().jobs().size();
    draft.apply(new JobRendered(index, cells));
    int end = draft.run().jobs().size();
    JobReadiness.holdOrEnqueue(draft, index);
    for (int added = first; added < end; added++) {
      JobReadiness.holdOrEnqueue(draft, added);
    }
    return false;
  }

  private TemplateExpansion() {}
}
