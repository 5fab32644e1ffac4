package dev.pawl.simulation.mutants;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Job policies other than those of the plan.
final class PolicyMutations {

  /// A change of a job's policy.
  interface Change extends UnaryOperator<JobPolicy> {}

  static final Change WITHOUT_APPROVAL = policy -> approved(policy, Optional.empty());

  static final Change RETRIES_EVERYTHING =
      policy ->
          with(
              policy,
              new RetryPolicy(
                  policy.retry().max(), List.of(ReasonCode.values()), policy.retry().backoff()));

  static final Change RETRIES_NINE_TIMES =
      policy -> with(policy, new RetryPolicy(9, policy.retry().on(), policy.retry().backoff()));

  static final Change ONE_APPROVAL =
      policy ->
          approved(
              policy,
              policy
                  .approval()
                  .map(one -> new Approval(one.reviewers(), 1, one.expires(), one.selfAllowed())));

  static final Change ANYBODY_APPROVES =
      policy ->
          approved(
              policy,
              policy
                  .approval()
                  .map(one -> new Approval(List.of(), one.required(), one.expires(), true)));

  static final Change WITHOUT_MAX_PARALLEL =
      policy -> with(policy, policy.retry(), policy.approval(), Optional.empty());

  private static JobPolicy with(JobPolicy policy, RetryPolicy retry) {
    return with(policy, retry, policy.approval(), policy.matrix());
  }

  private static JobPolicy approved(JobPolicy policy, Optional<Approval> approval) {
    return with(policy, policy.retry(), approval, policy.matrix());
  }

  private static JobPolicy with(
      JobPolicy policy,
      RetryPolicy retry,
      Optional<Approval> approval,
      Optional<MatrixPolicy> matrix) {
    return new JobPolicy(
        policy.condition(),
        policy.continueOnError(),
        retry,
        approval,
        policy.delay(),
        policy.group(),
        policy.priority(),
        policy.hooks(),
        policy.environment(),
        matrix);
  }

  static Run withoutRunHooks(Run run) {
    RunPolicy policy = run.plan().policy();
    var bare =
        new RunPolicy(
            policy.hold(),
            Duration.ZERO.plus(policy.delay()),
            policy.timeout(),
            policy.retries(),
            policy.backoff(),
            policy.group(),
            List.of(),
            List.of());
    return new Run(
        run.id(),
        run.state(),
        run.since(),
        run.reason(),
        run.origin(),
        run.plan().with(bare),
        run.graph(),
        run.progress(),
        run.cancel(),
        run.place(),
        run.version());
  }

  static Run uncancelled(Run run) {
    return new Run(
        run.id(),
        run.state(),
        run.since(),
        run.reason(),
        run.origin(),
        run.plan(),
        run.graph(),
        run.progress(),
        Optional.empty(),
        run.place(),
        run.version());
  }

  private PolicyMutations() {}
}
