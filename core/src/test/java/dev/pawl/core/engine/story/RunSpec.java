package dev.pawl.core.engine.story;

import dev.pawl.core.engine.story.StoryPlan.JobSpec;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.RunPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Builds a plan with settings of the workflow: `wholeRun(job("build")).timingOutAfter(…)`.
public record RunSpec(
    List<JobSpec> jobs,
    Optional<Approval> hold,
    Duration delay,
    Optional<Duration> timeout,
    int retries,
    Optional<GroupRule> group,
    List<Hook> hooks,
    List<String> hooksRunOn) {

  public static RunSpec wholeRun(JobSpec... jobs) {
    return new RunSpec(
        List.of(jobs),
        Optional.empty(),
        Duration.ZERO,
        Optional.empty(),
        0,
        Optional.empty(),
        List.of(),
        List.of());
  }

  public RunSpec heldFor(Approval approval) {
    return new RunSpec(
        jobs, Optional.of(approval), delay, timeout, retries, group, hooks, hooksRunOn);
  }

  public RunSpec delayedBy(Duration wish) {
    return new RunSpec(jobs, hold, wish, timeout, retries, group, hooks, hooksRunOn);
  }

  public RunSpec timingOutAfter(Duration limit) {
    return new RunSpec(jobs, hold, delay, Optional.of(limit), retries, group, hooks, hooksRunOn);
  }

  public RunSpec retried(int times) {
    return new RunSpec(jobs, hold, delay, timeout, times, group, hooks, hooksRunOn);
  }

  public RunSpec inGroup(GroupRule rule) {
    return new RunSpec(jobs, hold, delay, timeout, retries, Optional.of(rule), hooks, hooksRunOn);
  }

  public RunSpec withHooks(Hook... wish) {
    return new RunSpec(jobs, hold, delay, timeout, retries, group, List.of(wish), hooksRunOn);
  }

  public RunSpec hooksOn(String... labels) {
    return new RunSpec(jobs, hold, delay, timeout, retries, group, hooks, List.of(labels));
  }

  public Plan plan() {
    var policy =
        new RunPolicy(hold, delay, timeout, retries, Backoff.OF_RUNS, group, hooks, hooksRunOn);
    return new Plan("ci", StoryPlan.workflow(jobs).jobs(), policy);
  }
}
