package dev.pawl.core.plan;

import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The limits that an operator sets for workflows. What a workflow asks beyond a limit is capped,
/// and the plan has a warning that says so.
///
/// @param defaultGrace the grace period of a job that sets none
/// @param maxGrace the longest grace period of a job
/// @param hookBudget the time for all hooks of a job together, if their own timeouts are not longer
/// @param maxHookBudget the longest time for all hooks of a job together
/// @param groupEvaluation the time in which an agent must report the group that a `group-command`
///   prints
/// @param defaultJobTimeout the timeout of a job that sets none
/// @param maxJobTimeout the longest timeout of a job
/// @param maxRunTimeout the longest timeout of a run, also of one that sets none; empty for no
///   limit
/// @param maxMatrixSize the most cells of one matrix
public record OperatorLimits(
    Duration defaultGrace,
    Duration maxGrace,
    Duration hookBudget,
    Duration maxHookBudget,
    Duration groupEvaluation,
    Duration defaultJobTimeout,
    Duration maxJobTimeout,
    Optional<Duration> maxRunTimeout,
    int maxMatrixSize) {

  public static final OperatorLimits DEFAULT =
      new OperatorLimits(
          PlannedJob.DEFAULT_GRACE,
          Duration.ofMinutes(10),
          Hook.DEFAULT_TIMEOUT,
          Hook.MAX_BUDGET,
          Duration.ofSeconds(30),
          PlannedJob.DEFAULT_TIMEOUT,
          Duration.ofDays(5),
          Optional.empty(),
          MatrixPolicy.MAX_CELLS);

  /// The plan within the limits, with a warning for each value that a workflow asked for and did
  /// not get.
  public Plan cap(Plan plan) {
    List<String> warnings = new ArrayList<>(plan.warnings());
    List<PlannedJob> jobs = new ArrayList<>();
    for (PlannedJob job : plan.jobs()) {
      jobs.add(cap(job, "job '%s'".formatted(job.idWithoutCell()), warnings));
    }
    return plan.with(jobs).with(cap(plan.policy(), warnings)).withWarnings(warnings);
  }

  /// A job within the limits. One whose values were known only when the job became ready says in
  /// its reason that they were capped.
  public PlannedJob cap(PlannedJob job) {
    List<String> warnings = new ArrayList<>();
    PlannedJob capped = cap(job, "it", warnings);
    return warnings.isEmpty()
        ? capped
        : capped.withReason(
            "%s (%s)".formatted(capped.reason(), String.join("; ", warnings)).strip());
  }

  private PlannedJob cap(PlannedJob job, String who, List<String> warnings) {
    Duration timeout =
        capped(job.timeout(), maxJobTimeout, who, "a timeout", isDefault(job), warnings);
    Duration grace = capped(job.grace(), maxGrace, who, "a grace period", false, warnings);
    Optional<Duration> budget = hookBudget(job.hooks(), who, warnings);
    boolean isWithin =
        timeout.equals(job.timeout())
            && grace.equals(job.grace())
            && budget.equals(job.policy().hookBudget());
    return isWithin ? job : job.withTimes(timeout, grace).with(job.policy().withHookBudget(budget));
  }

  /// Whether the job's timeout is the default, for which nobody has asked.
  private boolean isDefault(PlannedJob job) {
    return job.timeout().equals(defaultJobTimeout);
  }

  private RunPolicy cap(RunPolicy policy, List<String> warnings) {
    Optional<Duration> timeout = policy.timeout();
    if (maxRunTimeout.isPresent()) {
      boolean isUnset = timeout.isEmpty();
      Duration asked = timeout.orElse(maxRunTimeout.get());
      timeout =
          Optional.of(
              capped(asked, maxRunTimeout.get(), "the run", "a timeout", isUnset, warnings));
    }
    return policy.withTimes(timeout, hookBudget(policy.hooks(), "the run", warnings));
  }

  private static Duration capped(
      Duration asked,
      Duration limit,
      String who,
      String what,
      boolean isUnasked,
      List<String> warnings) {
    if (asked.compareTo(limit) <= 0) {
      return asked;
    }
    if (!isUnasked) {
      warnings.add(
          "%s asks for %s of %s; the operator's limit is %s"
              .formatted(who, what, text(asked), text(limit)));
    }
    return limit;
  }

  /// The time for the hooks, if it is not what they have without an operator.
  private Optional<Duration> hookBudget(List<Hook> hooks, String who, List<String> warnings) {
    if (hooks.isEmpty()) {
      return Optional.empty();
    }
    Duration explicit = Hook.explicitTime(hooks);
    Duration wanted = explicit.compareTo(hookBudget) > 0 ? explicit : hookBudget;
    Duration budget =
        capped(
            wanted,
            maxHookBudget,
            who,
            "time for hooks",
            explicit.compareTo(maxHookBudget) <= 0,
            warnings);
    return budget.equals(Hook.budget(hooks)) ? Optional.empty() : Optional.of(budget);
  }

  /// A duration in the syntax of workflows: `90s`, `10m`, `36h`, `2d`.
  static String text(Duration duration) {
    if (duration.toMillisPart() != 0) {
      return duration.toMillis() + "ms";
    }
    if (duration.toSecondsPart() != 0) {
      return duration.toSeconds() + "s";
    }
    if (duration.toMinutesPart() != 0) {
      return duration.toMinutes() + "m";
    }
    return duration.toHoursPart() != 0 || duration.isZero()
        ? duration.toHours() + "h"
        : duration.toDays() + "d";
  }
}
