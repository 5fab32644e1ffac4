package dev.pawl.server.runtime;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Matrix;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.server.Plans;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  /// A job with an environment, tried once more where it is lost.
  static Plan deploying() {
    JobPolicy plain = JobPolicy.PLAIN;
    return with(
        new JobPolicy(
            plain.condition(),
            plain.continueOnError(),
            new RetryPolicy(1, List.of(ReasonCode.LOST), Backoff.OF_JOBS),
            plain.approval(),
            plain.delay(),
            plain.group(),
            plain.priority(),
            plain.hooks(),
            true,
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

  /// That many jobs for agents with a label.
  static Plan on(String label, int jobs) {
    return new Plan(
        "ci",
        IntStream.range(0, jobs)
            .mapToObj(number -> job("job-" + number, List.of(label), JobPolicy.PLAIN))
            .toList());
  }

  /// Matrices of two cells each, of which one may run at a time.
  static Plan inMatrices(String... names) {
    return new Plan(
        "ci",
        Stream.of(names)
            .flatMap(name -> Stream.of(cell(name, "first"), cell(name, "second")))
            .toList());
  }

  private static PlannedJob cell(String matrix, String name) {
    JobPolicy plain = JobPolicy.PLAIN;
    return job(
        matrix + "-" + name,
        List.of("linux"),
        new JobPolicy(
            plain.condition(),
            plain.continueOnError(),
            plain.retry(),
            plain.approval(),
            plain.delay(),
            plain.group(),
            plain.priority(),
            plain.hooks(),
            plain.hasEnvironment(),
            Optional.of(new Matrix(matrix, false, 1)),
            plain.expansion()));
  }

  private static Plan with(JobPolicy policy) {
    return new Plan("ci", List.of(job("job-0", List.of("linux"), policy)));
  }

  private static PlannedJob job(String id, List<String> runsOn, JobPolicy policy) {
    PlannedJob job = Plans.sideBySide(1).job(0);
    return new PlannedJob(
        id,
        job.name(),
        job.needs(),
        runsOn,
        job.env(),
        job.steps(),
        job.timeout(),
        job.grace(),
        job.reason(),
        policy);
  }

  private AskingPlans() {}
}
