package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.Condition.All;
import dev.pawl.core.plan.Condition.Always;
import dev.pawl.core.plan.Condition.Any;
import dev.pawl.core.plan.Condition.Cancelled;
import dev.pawl.core.plan.Condition.Failure;
import dev.pawl.core.plan.Condition.Known;
import dev.pawl.core.plan.Condition.NeedIs;
import dev.pawl.core.plan.Condition.Not;
import dev.pawl.core.plan.Condition.OutputIs;
import dev.pawl.core.plan.Condition.Success;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.Optional;
import java.util.stream.Collectors;

/// Whether a job whose needs have all ended runs, and if not, why: needs first, then `if`.
final class Conditions {

  /// Why the job does not run; nothing if it does.
  static Optional<Reason> against(Run run, Job job) {
    Condition condition = job.planned().policy().condition();
    if (holds(run, job, condition)) {
      return Optional.empty();
    }
    if (wantsSuccess(condition)) {
      for (int need : job.planned().needs()) {
        if (!wentWell(run.job(need))) {
          return Optional.of(unmet(run.job(need)));
        }
      }
    }
    return Optional.of(Reason.of(ReasonCode.CONDITION, "if: " + rendered(run, job, condition)));
  }

  static boolean holds(Run run, Job job, Condition condition) {
    return switch (condition) {
      case Success _ -> job.planned().needs().stream().allMatch(need -> wentWell(run.job(need)));
      case Failure _ -> job.planned().needs().stream().anyMatch(need -> failed(run.job(need)));
      case Always _ -> true;
      case Cancelled _ -> run.cancel().isPresent();
      case Known(var holds, _) -> holds;
      case NeedIs(var need, var result) -> result(run.job(need)) == result;
      case OutputIs(var need, var name, var value) -> output(run.job(need), name).equals(value);
      case Not(var inner) -> !holds(run, job, inner);
      case All(var inner) -> inner.stream().allMatch(one -> holds(run, job, one));
      case Any(var inner) -> inner.stream().anyMatch(one -> holds(run, job, one));
    };
  }

  /// Whether it may hold once the needs have come to other results.
  static boolean dependsOnResults(Condition condition) {
    return switch (condition) {
      case Success _, Failure _, NeedIs _, OutputIs _ -> true;
      case Always _, Cancelled _, Known _ -> false;
      case Not(var inner) -> dependsOnResults(inner);
      case All(var inner) -> inner.stream().anyMatch(Conditions::dependsOnResults);
      case Any(var inner) -> inner.stream().anyMatch(Conditions::dependsOnResults);
    };
  }

  private static boolean wantsSuccess(Condition condition) {
    return condition instanceof Success
        || (condition instanceof All(var inner)
            && inner.stream().anyMatch(Success.class::isInstance));
  }

  /// How a job ended, as those that need it see it: a failure that may be is none.
  static AttemptState result(Job job) {
    AttemptState result =
        job.attempt() instanceof Attempt.Ended ended ? ended.result() : job.attempt().state();
    return isFailure(result) && !job.planned().isRequired() ? AttemptState.SUCCESS : result;
  }

  static boolean isFailure(AttemptState state) {
    return state == AttemptState.FAILED
        || state == AttemptState.TIMED_OUT
        || state == AttemptState.LOST;
  }

  static boolean wentWell(Job job) {
    AttemptState result = result(job);
    boolean isSkippedByHand =
        result == AttemptState.SKIPPED && job.attempt().reason().code() == ReasonCode.USER;
    return result == AttemptState.SUCCESS || isSkippedByHand;
  }

  /// A job failed, or was skipped because something before it did not end well.
  private static boolean failed(Job job) {
    AttemptState result = result(job);
    return isFailure(result)
        || (result == AttemptState.SKIPPED && job.attempt().reason().code() == ReasonCode.UPSTREAM);
  }

  /// What a rule skipped, a rule skips on; what an upstream took away stays taken away.
  private static Reason unmet(Job need) {
    boolean byRule =
        result(need) == AttemptState.SKIPPED
            && need.attempt().reason().code() != ReasonCode.UPSTREAM;
    return Reason.of(
        byRule ? ReasonCode.CONDITION : ReasonCode.UPSTREAM,
        "needs %s, which is %s".formatted(need.planned().id(), Machine.wireName(result(need))));
  }

  static String output(Job job, String name) {
    return job.attempt() instanceof Attempt.Ended ended
        ? ended.outputs().getOrDefault(name, "")
        : "";
  }

  /// The condition with the values that made it false.
  private static String rendered(Run run, Job job, Condition condition) {
    return switch (condition) {
      case Success _ -> "success() is " + holds(run, job, condition);
      case Failure _ -> "failure() is " + holds(run, job, condition);
      case Always _ -> "always()";
      case Cancelled _ -> "cancelled() is " + holds(run, job, condition);
      case Known(_, var text) -> text;
      case NeedIs(var need, var wanted) ->
          "needs.%s.result is '%s', not '%s'"
              .formatted(
                  run.job(need).planned().id(),
                  Machine.wireName(result(run.job(need))),
                  Machine.wireName(wanted));
      case OutputIs(var need, var name, var wanted) ->
          "needs.%s.outputs.%s is '%s', not '%s'"
              .formatted(run.job(need).planned().id(), name, output(run.job(need), name), wanted);
      case Not(var inner) -> "!(" + rendered(run, job, inner) + ")";
      case All(var inner) ->
          inner.stream().map(one -> rendered(run, job, one)).collect(Collectors.joining(" && "));
      case Any(var inner) ->
          inner.stream().map(one -> rendered(run, job, one)).collect(Collectors.joining(" || "));
    };
  }

  private Conditions() {}
}
