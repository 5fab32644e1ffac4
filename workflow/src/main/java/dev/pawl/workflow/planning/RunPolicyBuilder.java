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

  static RunPolicy of(Workflow workflow, PlanTimeContext context, PlanErrors errors) {
    return workflow
        .policy()
        .withGroup(workflow.concurrency().flatMap(asked -> group(asked, context, errors)));
  }

  /// The group, which must be fully evaluated because a run joins it before anything else. A plan
  /// that is only shown has no run, and needs no group.
  private static Optional<GroupRule> group(
      ConcurrencyDefinition asked, PlanTimeContext context, PlanErrors errors) {
    JobTemplate.GroupTemplate group = JobTemplateBuilder.group(asked);
    if (!context.canEvaluate(group.texts())) {
      if (!context.withRunId().canEvaluate(group.texts())) {
        errors.error(
            asked.key().position(),
            "`github.run_number` and `github.run_attempt` are not known when a run joins its group",
            "use `github.run_id`");
      }
      return Optional.empty();
    }
    try {
      return Optional.of(group.rule(new TextEvaluator(context.scope())));
    } catch (TextEvaluationException e) {
      errors.error(asked.key().position(), e.message(), "");
      return Optional.empty();
    }
  }

  private RunPolicyBuilder() {}
}
