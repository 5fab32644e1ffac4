package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the jobs that are skipped whatever the results of other jobs are: those whose `if` is
/// false, and those that require the success of such a job. Dependents of a call are not among
/// them, because the call may have other jobs.
final class SkipForecast {

  private final Plan plan;
  private final Map<Integer, String> skipped = new HashMap<>();

  private SkipForecast(Plan plan) {
    this.plan = plan;
  }

  static Map<Integer, String> in(Plan plan, Set<Integer> alwaysFalse) {
    var skips = new SkipForecast(plan);
    alwaysFalse.forEach(index -> skips.skipped.put(index, plan.job(index).reason()));
    skips.follow(alwaysFalse);
    return skips.skipped;
  }

  private void follow(Set<Integer> alwaysFalse) {
    List<List<Integer>> dependents = plan.dependents();
    Deque<Integer> left = new ArrayDeque<>(alwaysFalse.stream().sorted().toList());
    while (!left.isEmpty()) {
      PlannedJob one = plan.job(left.peek());
      for (int dependent : dependents.get(left.pop())) {
        if (!skipped.containsKey(dependent) && requiresSuccess(plan.job(dependent), one)) {
          skipped.put(dependent, "skipped: it needs %s, which is skipped".formatted(one.id()));
          left.push(dependent);
        }
      }
    }
  }

  /// Whether the job requires the success of that need. The first jobs of a call inherit the needs
  /// and the condition of the call.
  private boolean requiresSuccess(PlannedJob job, PlannedJob need) {
    int place = job.scope();
    Condition condition = job.policy().condition();
    List<String> sees = job.visibleNeeds();
    while (sees.isEmpty() && place != WorkflowScope.WORKFLOW) {
      WorkflowScope call = plan.scope(place);
      condition = call.condition();
      sees = call.visibleNeeds();
      place = call.parent();
    }
    String key = plan.scope(need.scope()).keyOf(need.idWithoutCell());
    return place == need.scope()
        && sees.stream().anyMatch(key::equalsIgnoreCase)
        && requiresSuccessOfNeeds(condition);
  }

  /// Whether the condition is false after a skipped need. A condition with a status function may be
  /// true all the same.
  private static boolean requiresSuccessOfNeeds(Condition condition) {
    return condition.equals(Condition.SUCCESS) || condition.functions().isEmpty();
  }
}
