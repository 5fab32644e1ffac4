package dev.pawl.core.plan;

import java.time.Duration;
import java.util.List;
import java.util.SequencedMap;

/// One job of a [Plan].
///
/// @param id the job's key in the workflow file, unique in the plan
/// @param name what people see
/// @param needs the indices of the jobs that must end before this one
/// @param runsOn the labels that an agent must have
/// @param env the workflow's and the job's environment, the job's own winning
/// @param timeout how long its steps may take
/// @param grace how long a cancelled step may take between SIGTERM and SIGKILL
/// @param reason why the job is in the plan
public record PlannedJob(
    String id,
    String name,
    List<Integer> needs,
    List<String> runsOn,
    SequencedMap<String, String> env,
    List<PlannedStep> steps,
    Duration timeout,
    Duration grace,
    String reason,
    JobPolicy policy) {

  public static final Duration DEFAULT_TIMEOUT = Duration.ofHours(6);
  public static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

  /// The id of the job that executes a run's hooks; no job of a file can be called so.
  public static final String HOOKS = "(hooks)";

  public PlannedJob(
      String id,
      String name,
      List<Integer> needs,
      List<String> runsOn,
      SequencedMap<String, String> env,
      List<PlannedStep> steps,
      Duration timeout,
      Duration grace,
      String reason) {
    this(id, name, needs, runsOn, env, steps, timeout, grace, reason, JobPolicy.PLAIN);
  }

  public PlannedJob {
    needs = List.copyOf(needs);
    runsOn = List.copyOf(runsOn);
    env = Ordered.copyOf(env);
    steps = List.copyOf(steps);
  }

  public boolean isRequired() {
    return !policy.continueOnError();
  }

  /// Whether it is the last job of a run, which executes its hooks.
  public boolean isHooks() {
    return id.equals(HOOKS);
  }

  /// The same job with other needs.
  public PlannedJob needing(List<Integer> others) {
    return new PlannedJob(id, name, others, runsOn, env, steps, timeout, grace, reason, policy);
  }
}
