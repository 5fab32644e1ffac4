package dev.pawl.core.plan;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.classify.FailureRules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a workflow asks for as a whole. All of it is absent in [#PLAIN].
///
/// @param hold who must agree before anything runs: a fork's pull request, for one
/// @param delay how long the run waits before it is queued
/// @param timeout how long it may take; times in which it only waits for reviewers do not count
/// @param retries how many further run attempts a failure is given
/// @param hooks scripts after the last job, in the order in which they are written
/// @param hooksRunOn the labels of the agent for them
/// @param rules by which failures are classified before anybody else's
public record RunPolicy(
    Optional<Approval> hold,
    Duration delay,
    Optional<Duration> timeout,
    int retries,
    Backoff backoff,
    Optional<GroupRule> group,
    List<Hook> hooks,
    List<String> hooksRunOn,
    List<FailureRule> rules) {

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

  /// Without rules of its own.
  public RunPolicy(
      Optional<Approval> hold,
      Duration delay,
      Optional<Duration> timeout,
      int retries,
      Backoff backoff,
      Optional<GroupRule> group,
      List<Hook> hooks,
      List<String> hooksRunOn) {
    this(hold, delay, timeout, retries, backoff, group, hooks, hooksRunOn, List.of());
  }

  /// @throws IllegalArgumentException if there are too many rules, or two with the same name
  public RunPolicy {
    hooks = List.copyOf(hooks);
    hooksRunOn = List.copyOf(hooksRunOn);
    rules = FailureRules.checked(rules);
  }
}
