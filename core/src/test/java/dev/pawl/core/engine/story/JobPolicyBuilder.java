package dev.pawl.core.engine.story;

import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Builds a job's policy, one setting at a time.
public final class JobPolicyBuilder {

  private Condition condition;
  private boolean continueOnError;
  private RetryPolicy retry;
  private Optional<Approval> approval;
  private Duration delay;
  private Optional<GroupRule> group;
  private final int priority;
  private List<Hook> hooks;
  private Optional<String> environment;
  private Optional<MatrixPolicy> matrix;

  private JobPolicyBuilder(JobPolicy from) {
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

  public static JobPolicyBuilder of(JobPolicy policy) {
    return new JobPolicyBuilder(policy);
  }

  public JobPolicyBuilder condition(Condition wish) {
    condition = wish;
    return this;
  }

  public JobPolicyBuilder continueOnError(boolean wish) {
    continueOnError = wish;
    return this;
  }

  public JobPolicyBuilder retry(RetryPolicy wish) {
    retry = wish;
    return this;
  }

  public JobPolicyBuilder approval(Approval wish) {
    approval = Optional.of(wish);
    return this;
  }

  public JobPolicyBuilder delay(Duration wish) {
    delay = wish;
    return this;
  }

  public JobPolicyBuilder group(GroupRule wish) {
    group = Optional.of(wish);
    return this;
  }

  JobPolicyBuilder hooks(List<Hook> wish) {
    hooks = wish;
    return this;
  }

  JobPolicyBuilder environment(String wish) {
    environment = Optional.of(wish);
    return this;
  }

  public JobPolicyBuilder matrix(MatrixPolicy wish) {
    matrix = Optional.of(wish);
    return this;
  }

  public JobPolicy done() {
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
