package dev.pawl.server.runtime;

import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.server.Plans;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Plans of one job that asks for something more.
final class AskingPlans {

  /// A job in a group.
  static Plan inGroup(GroupRule rule) {
    JobPolicy plain = JobPolicy.PLAIN;
    return with(
        new JobPolicy(
            plain.condition(),
            plain.continueOnError(),
            plain.retry(),
            plain.approval(),
            plain.delay(),
            Optional.of(rule),
            plain.priority(),
            plain.hooks(),
            plain.hasEnvironment(),
            plain.matrix(),
            plain.expansion()));
  }

  /// A job that goes before others.
  static Plan ofPriority(int priority) {
    JobPolicy plain = JobPolicy.PLAIN;
    return with(
        new JobPolicy(
            plain.condition(),
            plain.continueOnError(),
            plain.retry(),
            plain.approval(),
            plain.delay(),
            plain.group(),
            priority,
            plain.hooks(),
            plain.hasEnvironment(),
            plain.matrix(),
            plain.expansion()));
  }

  /// A run that is in a group as a whole.
  static Plan runInGroup(GroupRule rule) {
    RunPolicy plain = RunPolicy.PLAIN;
    var policy =
        new RunPolicy(
            plain.hold(),
            plain.delay(),
            plain.timeout(),
            plain.retries(),
            plain.backoff(),
            Optional.of(rule),
            plain.hooks(),
            plain.hooksRunOn());
    return new Plan("ci", Plans.sideBySide(1).jobs(), policy);
  }

  /// A run that is done once more if it fails.
  static Plan retriedOnce() {
    RunPolicy plain = RunPolicy.PLAIN;
    var policy =
        new RunPolicy(
            plain.hold(),
            plain.delay(),
            plain.timeout(),
            1,
            new Backoff(Duration.ofSeconds(10), 2, Duration.ofSeconds(10)),
            plain.group(),
            plain.hooks(),
            plain.hooksRunOn());
    return new Plan("ci", Plans.sideBySide(1).jobs(), policy);
  }

  private static Plan with(JobPolicy policy) {
    PlannedJob job = Plans.sideBySide(1).job(0);
    return new Plan(
        "ci",
        List.of(
            new PlannedJob(
                job.id(),
                job.name(),
                job.needs(),
                job.runsOn(),
                job.env(),
                job.steps(),
                job.timeout(),
                job.grace(),
                job.reason(),
                policy)));
  }

  private AskingPlans() {}
}
