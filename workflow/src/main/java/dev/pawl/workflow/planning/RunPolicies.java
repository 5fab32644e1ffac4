package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Rendering;
import dev.pawl.core.plan.RenderingFailure;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.workflow.model.Concurrency;
import dev.pawl.workflow.model.RunRules;
import dev.pawl.workflow.model.Workflow;
import java.util.Optional;

/// What a workflow asks for as a whole.
final class RunPolicies {

  static RunPolicy of(Workflow workflow, Rendering rendering, Troubles troubles) {
    RunRules rules = workflow.rules();
    return new RunPolicy(
        Optional.empty(),
        rules.delay(),
        rules.timeout(),
        rules.retry().map(RunRules.Retry::max).orElse(0),
        rules.retry().map(RunRules.Retry::backoff).orElse(Backoff.OF_RUNS),
        workflow.concurrency().flatMap(asked -> group(asked, rendering, troubles)),
        rules.hooks(),
        rules.hooksRunOn(),
        rules.failures());
  }

  private static Optional<GroupRule> group(
      Concurrency asked, Rendering rendering, Troubles troubles) {
    try {
      return Optional.of(Templates.group(asked).rule(rendering));
    } catch (RenderingFailure e) {
      troubles.error(asked.key().position(), e.message(), "");
      return Optional.empty();
    }
  }

  private RunPolicies() {}
}
