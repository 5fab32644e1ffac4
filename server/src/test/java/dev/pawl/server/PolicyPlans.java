package dev.pawl.server;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Plans of one job that asks for something more.
public final class PolicyPlans {

  /// Policies of a whole run, one at a time.
  public record Wishes(
      Optional<Approval> hold,
      Duration delay,
      Optional<Duration> timeout,
      int retries,
      Optional<GroupRule> group) {

    public static final Wishes NONE =
        new Wishes(Optional.empty(), Duration.ZERO, Optional.empty(), 0, Optional.empty());

    public Wishes held(Approval approval) {
      return new Wishes(Optional.of(approval), delay, timeout, retries, group);
    }

    public Wishes delayed(Duration wish) {
      return new Wishes(hold, wish, timeout, retries, group);
    }

    public Wishes timingOutAfter(Duration limit) {
      return new Wishes(hold, delay, Optional.of(limit), retries, group);
    }

    /// After ten seconds.
    public Wishes retriedOnce() {
      return new Wishes(hold, delay, timeout, 1, group);
    }

    public Wishes inGroup(GroupRule rule) {
      return new Wishes(hold, delay, timeout, retries, Optional.of(rule));
    }

    public Plan plan() {
      return of(SamplePlans.sideBySide(1));
    }

    /// Of a run with the jobs of that plan.
    public Plan of(Plan plan) {
      RunPolicy plain = RunPolicy.PLAIN;
      var backoff = new Backoff(Duration.ofSeconds(10), 2, Duration.ofSeconds(10));
      var policy =
          new RunPolicy(
              hold, delay, timeout, retries, backoff, group, plain.hooks(), plain.hooksRunOn());
      return new Plan("ci", plan.jobs(), policy);
    }
  }

  /// A job in a group.
  public static Plan inGroup(GroupRule rule) {
    JobPolicy plain = JobPolicy.PLAIN;
    return with(
        policy(
            plain.approval(), plain.delay(), Optional.of(rule), plain.priority(), plain.hooks()));
  }

  /// A job with an environment, tried once more where it is lost.
  public static Plan deploying() {
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
            Optional.of("production"),
            plain.matrix()));
  }

  /// A job that goes before others.
  public static Plan ofPriority(int priority) {
    JobPolicy plain = JobPolicy.PLAIN;
    return with(policy(plain.approval(), plain.delay(), plain.group(), priority, plain.hooks()));
  }

  /// A job that somebody has to approve.
  public static Plan held(Approval approval) {
    JobPolicy plain = JobPolicy.PLAIN;
    return with(
        policy(
            Optional.of(approval), plain.delay(), plain.group(), plain.priority(), plain.hooks()));
  }

  /// A job that waits for its time.
  public static Plan waiting(Duration delay) {
    JobPolicy plain = JobPolicy.PLAIN;
    return with(policy(plain.approval(), delay, plain.group(), plain.priority(), plain.hooks()));
  }

  /// A job with bounds and hooks of its own.
  public static Plan bounded(Duration timeout, Duration grace, Hook... hooks) {
    JobPolicy plain = JobPolicy.PLAIN;
    return with(
        timeout,
        grace,
        policy(plain.approval(), plain.delay(), plain.group(), plain.priority(), List.of(hooks)));
  }

  /// A run that is in a group as a whole.
  public static Plan runInGroup(GroupRule rule) {
    return Wishes.NONE.inGroup(rule).plan();
  }

  /// A run that is done once more if it fails.
  public static Plan retriedOnce() {
    return Wishes.NONE.retriedOnce().plan();
  }

  private static JobPolicy policy(
      Optional<Approval> approval,
      Duration delay,
      Optional<GroupRule> group,
      int priority,
      List<Hook> hooks) {
    JobPolicy plain = JobPolicy.PLAIN;
    return new JobPolicy(
        plain.condition(),
        plain.continueOnError(),
        plain.retry(),
        approval,
        delay,
        group,
        priority,
        hooks,
        plain.environment(),
        plain.matrix());
  }

  /// That many jobs for agents with a label.
  public static Plan on(String label, int jobs) {
    return new Plan(
        "ci",
        IntStream.range(0, jobs)
            .mapToObj(number -> job("job-" + number, List.of(label), JobPolicy.PLAIN))
            .toList());
  }

  /// A job in a group, for agents with a label.
  public static Plan on(String label, GroupRule rule) {
    JobPolicy policy = inGroup(rule).jobs().getFirst().policy();
    return new Plan("ci", List.of(job("job-0", List.of(label), policy)));
  }

  /// Matrices of two cells each, of which one may run at a time.
  public static Plan inMatrices(String... names) {
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
            plain.environment(),
            Optional.of(new MatrixPolicy(matrix, false, 1))));
  }

  private static PlannedJob job(String id, List<String> runsOn, JobPolicy policy) {
    return job(id, runsOn, PlannedJob.DEFAULT_TIMEOUT, PlannedJob.DEFAULT_GRACE, policy);
  }

  private static Plan with(JobPolicy policy) {
    return with(PlannedJob.DEFAULT_TIMEOUT, PlannedJob.DEFAULT_GRACE, policy);
  }

  private static Plan with(Duration timeout, Duration grace, JobPolicy policy) {
    return new Plan("ci", List.of(job("job-0", List.of("linux"), timeout, grace, policy)));
  }

  private static PlannedJob job(
      String id, List<String> runsOn, Duration timeout, Duration grace, JobPolicy policy) {
    PlannedJob job = SamplePlans.sideBySide(1).job(0);
    return new PlannedJob(
        id,
        job.name(),
        job.needs(),
        job.visibleNeeds(),
        runsOn,
        job.body(),
        timeout,
        grace,
        job.reason(),
        policy);
  }

  private PolicyPlans() {}
}
