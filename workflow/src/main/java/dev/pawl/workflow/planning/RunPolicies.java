package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.Rendering;
import dev.pawl.core.plan.RenderingFailure;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.workflow.model.Concurrency;
import dev.pawl.workflow.model.RunRules;
import dev.pawl.workflow.model.Workflow;
import java.util.Optional;

/// What a workflow asks for as a whole.
final class RunPolicies {

  static RunPolicy of(Workflow workflow, Foreknowledge known, Troubles troubles) {
    RunRules rules = workflow.rules();
    return new RunPolicy(
        Optional.empty(),
        rules.delay(),
        rules.timeout(),
        rules.retry().map(RunRules.Retry::max).orElse(0),
        rules.retry().map(RunRules.Retry::backoff).orElse(Backoff.OF_RUNS),
        workflow.concurrency().flatMap(asked -> group(asked, known, troubles)),
        rules.hooks(),
        rules.hooksRunOn(),
        rules.failures());
  }

  /// A run joins its group before anything else, so all of it must be known by then. Who only asks
  /// what would run has no run, and needs no group.
  private static Optional<GroupRule> group(
      Concurrency asked, Foreknowledge known, Troubles troubles) {
    JobTemplate.Group group = Templates.group(asked);
    if (!known.covers(group.texts())) {
      if (!known.ofARun().covers(group.texts())) {
        troubles.error(
            asked.key().position(),
            "a run has no number yet when it joins its group",
            "`github.run_id` tells runs apart");
      }
      return Optional.empty();
    }
    try {
      return Optional.of(group.rule(new Rendering(known.sight())));
    } catch (RenderingFailure e) {
      troubles.error(asked.key().position(), e.message(), "");
      return Optional.empty();
    }
  }

  private RunPolicies() {}
}
