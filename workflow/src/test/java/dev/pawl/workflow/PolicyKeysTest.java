package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.job;
import static dev.pawl.workflow.WorkflowFixture.step;
import static dev.pawl.workflow.WorkflowFixture.warnings;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepType;
import dev.pawl.workflow.model.JobWork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The keys of policies, which GitHub does not have.
@SuppressWarnings("StringConcatToTextBlock") // a file in two lines reads best in two
class PolicyKeysTest {

  private static final String JOBS =
      "\non: push\njobs: { a: { runs-on: x, steps: [ { run: x } ] } }\n";

  @Test
  void aWorkflowHasRetryTimeDelayHooksAndRules() {
    RunPolicy policy =
        workflow(
                """
                retry: { max: 1, backoff: 30s }
                timeout-minutes: 90
                delay: 10m
                hooks: { runs-on: linux, on-failure: ./page.sh, cleanup: { run: ./clean.sh, timeout: 1m } }
                rules:
                  - { name: down, class: infra, exit-codes: [75], signals: [SIGTERM], ended-by: [process], log: 'x|y' }
                """
                    + JOBS)
            .policy();
    assertThat(policy.retries()).isEqualTo(1);
    assertThat(policy.backoff())
        .isEqualTo(new Backoff(Duration.ofSeconds(30), 2, Backoff.OF_RUNS.max()));
    assertThat(policy.timeout()).contains(Duration.ofMinutes(90));
    assertThat(policy.delay()).isEqualTo(Duration.ofMinutes(10));
    assertThat(policy.hooks())
        .containsExactly(
            Hook.of(StepType.ON_FAILURE, "./page.sh"),
            new Hook(StepType.CLEANUP, "./clean.sh", Optional.of(Duration.ofMinutes(1))));
    assertThat(policy.hooksRunOn()).containsExactly("linux");
    assertThat(policy.rules()).extracting(FailureRule::name).containsExactly("down");
    assertThat(policy.rules().getFirst().conditions().signals()).containsExactly("TERM");
  }

  @Test
  void aJobHasRetryHooksApprovalWaitAndPriority() {
    String keys =
        """
        retry: { max: 2, on: [infra, lost, timeout], backoff: { initial: 10s, factor: 3, max: 5m } }
        hooks: { before-step: a, on-cancel: b }
        approval: { reviewers: [lead, team:ops], required: 2, expires: 8h }
        wait: 10m
        priority: -3
        grace-period: 60s
        """;
    JobPolicy policy = policy(keys);
    assertThat(policy.retry())
        .isEqualTo(
            new RetryPolicy(
                2,
                List.of(ReasonCode.INFRA, ReasonCode.LOST, ReasonCode.TIMEOUT),
                new Backoff(Duration.ofSeconds(10), 3, Duration.ofMinutes(5))));
    assertThat(policy.hooks())
        .containsExactly(Hook.of(StepType.BEFORE_STEP, "a"), Hook.of(StepType.ON_CANCEL, "b"));
    assertThat(policy.approval())
        .contains(new Approval(List.of("lead", "team:ops"), 2, Duration.ofHours(8), false));
    assertThat(policy.delay()).isEqualTo(Duration.ofMinutes(10));
    assertThat(policy.priority()).isEqualTo(-3);
    assertThat(steps(job(keys)).gracePeriod()).contains(Duration.ofSeconds(60));
  }

  @Test
  void absentPartsOfARetryHaveDefaults() {
    assertThat(policy("retry: { max: 1 }").retry())
        .isEqualTo(new RetryPolicy(1, RetryPolicy.DEFAULT.on(), Backoff.OF_JOBS));
    assertThat(policy("retry: { max: 1, backoff: 1h }").retry().backoff().max())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void aRetryCanBeSwitchedOff() {
    assertThat(policy("retry: { max: 0 }").retry().allows(1, ReasonCode.INFRA)).isFalse();
    assertThat(workflow("retry: { max: 0 }" + JOBS).policy().retries()).isZero();
    String step = step("run: x\nretry: { max: 0 }");
    assertThat(errors(step)).isEmpty();
    assertThat(steps(step).steps().getFirst().policy().retry().max()).isZero();
  }

  @Test
  void anybodyMayApproveWithoutReviewers() {
    assertThat(policy("approval: { required: 2 }").approval())
        .contains(new Approval(List.of(), 2, Approval.DEFAULT_EXPIRY, false));
  }

  @Test
  void twoGracePeriodsAreAWarning() {
    assertThat(warnings(job("cancel-timeout-minutes: 2"))).isEmpty();
    assertThat(warnings(job("grace-period: 5s\ncancel-timeout-minutes: 2")))
        .containsExactly("7:5 `cancel-timeout-minutes` has no effect beside `grace-period`");
  }

  @Test
  void aStepHasRetryHooksToolAndExitCodes() {
    StepPolicy policy =
        steps(
                step(
                    "run: x\ntool: { name: kubectl, on-open: wait }\n"
                        + "expected-exit-codes: [0, 3]\n"
                        + "retry: { max: 3, on: { exit-codes: [75], log: reset } }\n"
                        + "hooks: { on-cancel: rm -f x }"))
            .steps()
            .getFirst()
            .policy();
    assertThat(policy.tool()).contains("kubectl");
    assertThat(policy.waitsForTool()).isTrue();
    assertThat(policy.expectedExitCodes()).containsExactly(0, 3);
    assertThat(policy.retry())
        .isEqualTo(new StepPolicy.Retry(3, List.of(75), "reset", StepPolicy.BACKOFF));
    assertThat(policy.hooks()).containsExactly(Hook.of(StepType.ON_CANCEL, "rm -f x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retry: { on: [infra] }",
        "retry: { max: -1 }",
        "retry: { max: 1, on: [infrared] }",
        "retry: { max: 1, on: infra }",
        "retry: { max: 1, backoff: { factor: 0.5 } }",
        "hooks: { on-sucess: x }",
        "hooks: { cleanup: { timeout: 5m } }",
        "hooks: { cleanup: '' }",
        "approval:",
        "approval: { reviewers: [lead], required: 2 }",
        "wait: soon",
        "priority: high",
        "priority: 1.5"
      })
  void invalidJobPoliciesAreRejected(String keys) {
    assertThat(errors(job(keys))).hasSize(1);
  }

  @Test
  void theNameOfAToolIsBounded() {
    assertThat(errors(step("run: x\ntool: { name: " + "t".repeat(6_000) + " }")))
        .containsExactly("7:23 the name of the tool has more than 1,024 bytes, which is the most");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tool: kubectl",
        "tool: { name: kubectl, on-open: hope }",
        "expected-exit-codes: [256]",
        "expected-exit-codes: 0",
        "retry: { max: 1, on: { log: '(' } }",
        "retry: { max: 1, on: [infra] }",
        "hooks: { on-failure: x }"
      })
  void invalidStepPoliciesAreRejected(String keys) {
    assertThat(errors(step("run: x\n" + keys))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rules: [{ name: a, class: infra }]",
        "rules: [{ name: a, class: ok, log: x }]",
        "rules: [{ name: a, class: infra, log: x }, { name: a, class: test, log: y }]",
        "rules: [{ name: a, class: infra, exit-codes: [1], ended-by: [magic] }]",
        "hooks: { before-step: x }",
        "timeout-minutes: 0",
        "delay: 1"
      })
  void invalidWorkflowPoliciesAreRejected(String keys) {
    assertThat(errors(keys + JOBS)).hasSize(1);
  }

  private static JobPolicy policy(String keys) {
    return steps(job(keys)).policy();
  }

  private static JobWork.Steps steps(String yaml) {
    return (JobWork.Steps) workflow(yaml).jobs().getFirst().work();
  }
}
