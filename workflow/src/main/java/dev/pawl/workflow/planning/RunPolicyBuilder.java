package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.workflow.model.ConcurrencyDefinition;
import dev.pawl.workflow.model.RunPolicyDefinition;
import dev.pawl.workflow.model.Workflow;
import java.util.Optional;

/// What a workflow asks for as a whole.
final class RunPolicyBuilder {

  static RunPolicy of(Workflow workflow, PlanTimeContext known, PlanErrors troubles) {
    RunPolicyDefinition rules = workflow.rules();
    return new RunPolicy(
        Optional.empty(),
        rules.delay(),
        rules.timeout(),
        rules.retry().map(RunPolicyDefinition.Retry::max).orElse(0),
        rules.retry().map(RunPolicyDefinition.Retry::backoff).orElse(Backoff.OF_RUNS),
        workflow.concurrency().flatMap(asked -> group(asked, known, troubles)),
        rules.hooks(),
        rules.hooksRunOn(),
        rules.failures());
  }

  /// A run joins its group before anything else, so all of it must be known by then. Who only asks
  /// what would run has no run, and needs no group.
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
