package dev.pawl.core.engine;

import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Matrix;
import dev.pawl.core.plan.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A job's policy, one wish at a time.
final class Policies {

  private Condition condition;
  private boolean continueOnError;
  private RetryPolicy retry;
  private Optional<Approval> approval;
  private Duration delay;
  private Optional<GroupRule> group;
  private final int priority;
  private List<Hook> hooks;
  private Optional<String> environment;
  private Optional<Matrix> matrix;

  private Policies(JobPolicy from) {
    condition = from.condition();
    continueOnError = from.continueOnError();
    retry = from.retry();
    approval = from.approval();
    delay = from.delay();
    group = from.group();
    priority = from.priority();
    hooks = from.hooks();
    environment = from.environment();
    matrix = from.matrix();
  }

  static Policies of(JobPolicy policy) {
    return new Policies(policy);
  }

  Policies condition(Condition wish) {
    condition = wish;
    return this;
  }

  Policies continueOnError(boolean wish) {
    continueOnError = wish;
    return this;
  }

  Policies retry(RetryPolicy wish) {
    retry = wish;
    return this;
  }

  Policies approval(Approval wish) {
    approval = Optional.of(wish);
    return this;
  }

  Policies delay(Duration wish) {
    delay = wish;
    return this;
  }

  Policies group(GroupRule wish) {
    group = Optional.of(wish);
    return this;
  }

  Policies hooks(List<Hook> wish) {
    hooks = wish;
    return this;
  }

  Policies environment(String wish) {
    environment = Optional.of(wish);
    return this;
  }

  Policies matrix(Matrix wish) {
    matrix = Optional.of(wish);
    return this;
  }

  JobPolicy done() {
    return new JobPolicy(
        condition,
        continueOnError,
        retry,
        approval,
        delay,
        group,
        priority,
        hooks,
        environment,
        matrix);
  }
}
