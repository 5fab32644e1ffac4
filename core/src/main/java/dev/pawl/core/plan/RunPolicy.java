package dev.pawl.core.plan;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.classify.FailureRules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The settings of a workflow as a whole. All of them are absent in [#PLAIN].
///
/// @param hold the approval that is needed before anything runs, for example of a fork's pull
///   request
/// @param delay how long the run waits before it is queued
/// @param timeout how long it may take; time in which it only waits for reviewers does not count
/// @param retries the most further run attempts after a failure
/// @param hooks scripts after the last job, in the order of the file
/// @param hooksRunOn the labels of the agent for the hooks
/// @param rules the workflow's own rules for failures, which come first
/// @param hookBudget the time for all hooks together, if the operator's limits decide it
public record RunPolicy(
    Optional<Approval> hold,
    Duration delay,
    Optional<Duration> timeout,
    int retries,
    Backoff backoff,
    Optional<GroupRule> group,
    List<Hook> hooks,
    List<String> hooksRunOn,
    List<FailureRule> rules,
    Optional<Duration> hookBudget) {

  public static final RunPolicy PLAIN =
      new RunPolicy(
          Optional.empty(),
          Duration.ZERO,
          Optional.empty(),
          0,
          Backoff.OF_RUNS,
          Optional.empty(),
          List.of(),
          List.of());

  /// A policy without rules of its own.
  public RunPolicy(
      Optional<Approval> hold,
      Duration delay,
      Optional<Duration> timeout,
      int retries,
      Backoff backoff,
      Optional<GroupRule> group,
      List<Hook> hooks,
      List<String> hooksRunOn) {
    this(
        hold,
        delay,
        timeout,
        retries,
        backoff,
        group,
        hooks,
        hooksRunOn,
        List.of(),
        Optional.empty());
  }

  /// A policy whose hooks decide their time.
  public RunPolicy(
      Optional<Approval> hold,
      Duration delay,
      Optional<Duration> timeout,
      int retries,
      Backoff backoff,
      Optional<GroupRule> group,
      List<Hook> hooks,
      List<String> hooksRunOn,
      List<FailureRule> rules) {
    this(hold, delay, timeout, retries, backoff, group, hooks, hooksRunOn, rules, Optional.empty());
  }

  /// @throws IllegalArgumentException if there are too many rules, or two with the same name
  public RunPolicy {
    hooks = List.copyOf(hooks);
    hooksRunOn = List.copyOf(hooksRunOn);
    rules = FailureRules.checked(rules);
  }

  public RunPolicy withGroup(Optional<GroupRule> other) {
    return new RunPolicy(
        hold, delay, timeout, retries, backoff, other, hooks, hooksRunOn, rules, hookBudget);
  }

  RunPolicy withTimes(Optional<Duration> timeout, Optional<Duration> hookBudget) {
    return new RunPolicy(
        hold, delay, timeout, retries, backoff, group, hooks, hooksRunOn, rules, hookBudget);
  }
}
