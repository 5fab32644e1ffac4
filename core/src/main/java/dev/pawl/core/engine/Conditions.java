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
import dev.pawl.core.run.Legacy;
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
        if (!run.job(need).wentWell()) {
          return Optional.of(unmet(run.job(need)));
        }
      }
      for (int need : job.planned().needs()) {
        if (run.job(need).legacy() != Legacy.WELL) {
          return Optional.of(unmetBefore(run.job(need)));
        }
      }
    }
    return Optional.of(Reason.of(ReasonCode.CONDITION, "if: " + rendered(run, job, condition)));
  }

  static boolean holds(Run run, Job job, Condition condition) {
    return switch (condition) {
      case Success _ -> job.upstream().isWell();
      case Failure _ -> job.upstream().failed() > 0;
      case Always _ -> true;
      case Cancelled _ -> run.cancel().isPresent();
      case Known(var holds, _) -> holds;
      case NeedIs(var need, var result) -> run.job(need).result() == result;
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

  /// Whether it may hold once something has come to another result that the job does not need
  /// itself.
  static boolean dependsOnAncestors(Condition condition) {
    return switch (condition) {
      case Success _, Failure _ -> true;
      case Always _, Cancelled _, Known _, NeedIs _, OutputIs _ -> false;
      case Not(var inner) -> dependsOnAncestors(inner);
      case All(var inner) -> inner.stream().anyMatch(Conditions::dependsOnAncestors);
      case Any(var inner) -> inner.stream().anyMatch(Conditions::dependsOnAncestors);
    };
  }

  private static boolean wantsSuccess(Condition condition) {
    return condition instanceof Success
        || (condition instanceof All(var inner)
            && inner.stream().anyMatch(Success.class::isInstance));
  }

  /// What a rule skipped, a rule skips on; what an upstream took away stays taken away.
  private static Reason unmet(Job need) {
    boolean byRule = need.result() == AttemptState.SKIPPED && need.why() != ReasonCode.UPSTREAM;
    return Reason.of(
        byRule ? ReasonCode.CONDITION : ReasonCode.UPSTREAM,
        "needs %s, which is %s".formatted(need.planned().id(), Machine.wireName(need.result())));
  }

  /// The need itself went well.
  private static Reason unmetBefore(Job need) {
    return Reason.of(
        need.legacy() == Legacy.SKIPPED ? ReasonCode.CONDITION : ReasonCode.UPSTREAM,
        "needs %s, before which something %s"
            .formatted(
                need.planned().id(),
                switch (need.legacy()) {
                  case FAILED -> "failed";
                  case CANCELLED -> "was cancelled";
                  case SKIPPED -> "was skipped";
                  case OPEN, WELL -> "is not over";
                }));
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
                  Machine.wireName(run.job(need).result()),
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
