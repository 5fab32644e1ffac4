package dev.pawl.workflow.planning;

import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.workflow.model.ConcurrencyDefinition;
import dev.pawl.workflow.model.Workflow;
import java.util.Optional;

/// Completes the policy of a run with its concurrency group.
final class RunPolicyBuilder {

  static RunPolicy of(Workflow workflow, PlanTimeContext known, PlanErrors troubles) {
    return workflow
        .policy()
        .withGroup(workflow.concurrency().flatMap(asked -> group(asked, known, troubles)));
  }

  /// The group, which must be fully evaluated because a run joins it before anything else. A plan
  /// that is only shown has no run, and needs no group.
  private static Optional<GroupRule> group(
      ConcurrencyDefinition asked, PlanTimeContext known, PlanErrors troubles) {
    JobTemplate.GroupTemplate group = JobTemplateBuilder.group(asked);
    if (!known.canEvaluate(group.texts())) {
      if (!known.withRunId().canEvaluate(group.texts())) {
        troubles.error(
            asked.key().position(),
            "a run has no number yet when it joins its group",
            "`github.run_id` tells runs apart");
      }
      return Optional.empty();
    }
    try {
      return Optional.of(group.rule(new TextEvaluator(known.scope())));
    } catch (TextEvaluationException e) {
      troubles.error(asked.key().position(), e.message(), "");
      return Optional.empty();
    }
  }

  private RunPolicyBuilder() {}
}
