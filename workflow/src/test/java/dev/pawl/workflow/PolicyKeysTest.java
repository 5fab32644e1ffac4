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
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepType;
import dev.pawl.workflow.model.JobPolicyDefinition;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.RunPolicyDefinition;
import dev.pawl.workflow.model.step.StepPolicyDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What workflows, jobs and steps may ask for here beyond what they may elsewhere.
@SuppressWarnings("StringConcatToTextBlock") // a file in two lines reads best in two
class PolicyKeysTest {

  private static final String JOBS =
      "\non: push\njobs: { a: { runs-on: x, steps: [ { run: x } ] } }\n";

  @Test
  void aWorkflowHasRetryTimeDelayHooksAndRules() {
    RunPolicyDefinition rules =
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
            .rules();
    assertThat(rules.retry())
        .contains(
            new RunPolicyDefinition.Retry(
                1, new Backoff(Duration.ofSeconds(30), 2, Backoff.OF_RUNS.max())));
    assertThat(rules.timeout()).contains(Duration.ofMinutes(90));
    assertThat(rules.delay()).isEqualTo(Duration.ofMinutes(10));
    assertThat(rules.hooks())
        .containsExactly(
            Hook.of(StepType.ON_FAILURE, "./page.sh"),
            new Hook(StepType.CLEANUP, "./clean.sh", Optional.of(Duration.ofMinutes(1))));
    assertThat(rules.hooksRunOn()).containsExactly("linux");
    assertThat(rules.failures()).extracting(FailureRule::name).containsExactly("down");
    assertThat(rules.failures().getFirst().conditions().signals()).containsExactly("TERM");
  }

  @Test
  void aJobHasRetryHooksApprovalWaitAndPriority() {
    JobPolicyDefinition rules =
        rules(
            """
            retry: { max: 2, on: [infra, lost, timeout], backoff: { initial: 10s, factor: 3, max: 5m } }
            hooks: { before-step: a, on-cancel: b }
            approval: { reviewers: [ana, team:ops], required: 2, expires: 8h }
            wait: 10m
            priority: -3
            grace-period: 60s
            """);
    assertThat(rules)
        .isEqualTo(
            new JobPolicyDefinition(
                Optional.of(
                    new RetryPolicy(
                        2,
                        List.of(ReasonCode.INFRA, ReasonCode.LOST, ReasonCode.TIMEOUT),
                        new Backoff(Duration.ofSeconds(10), 3, Duration.ofMinutes(5)))),
                List.of(Hook.of(StepType.BEFORE_STEP, "a"), Hook.of(StepType.ON_CANCEL, "b")),
                Optional.of(
                    new Approval(List.of("ana", "team:ops"), 2, Duration.ofHours(8), false)),
                Duration.ofMinutes(10),
                -3,
                Optional.of(Duration.ofSeconds(60))));
  }

  @Test
  void whatARetryLeavesOutIsAsItIsWithoutOne() {
    assertThat(rules("retry: { max: 1 }").retry())
        .contains(new RetryPolicy(1, RetryPolicy.DEFAULT.on(), Backoff.OF_JOBS));
    assertThat(rules("retry: { max: 1, backoff: 1h }").retry().orElseThrow().backoff().max())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void anybodyMayApproveWhereNobodyIsNamed() {
    assertThat(rules("approval: { required: 2 }").approval())
        .contains(new Approval(List.of(), 2, Approval.DEFAULT_EXPIRY, false));
  }

  @Test
  void oneGraceIsEnough() {
    assertThat(warnings(job("cancel-timeout-minutes: 2"))).isEmpty();
    assertThat(warnings(job("grace-period: 5s\ncancel-timeout-minutes: 2")))
        .containsExactly("7:5 `cancel-timeout-minutes` has no effect beside `grace-period`");
  }

  @Test
  void aStepHasRetryHooksToolAndExitCodes() {
    StepPolicyDefinition rules =
        ((JobWork.Steps)
                workflow(
                        step(
                            "run: x\ntool: { name: kubectl, on-open: wait }\n"
                                + "expected-exit-codes: [0, 3]\n"
                                + "retry: { max: 3, on: { exit-codes: [75], log: reset } }\n"
                                + "hooks: { on-cancel: rm -f x }"))
                    .jobs()
                    .getFirst()
                    .work())
            .steps()
            .getFirst()
            .rules();
    assertThat(rules.tool()).contains(new StepPolicyDefinition.Tool("kubectl", true));
    assertThat(rules.expectedExitCodes()).containsExactly(0, 3);
    assertThat(rules.retry())
        .contains(new StepPolicyDefinition.Retry(3, List.of(75), "reset", StepPolicy.BACKOFF));
    assertThat(rules.hooks()).containsExactly(Hook.of(StepType.ON_CANCEL, "rm -f x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retry: { on: [infra] }",
        "retry: { max: 0 }",
        "retry: { max: 1, on: [infrared] }",
        "retry: { max: 1, on: infra }",
        "retry: { max: 1, backoff: { factor: 0.5 } }",
        "hooks: { on-sucess: x }",
        "hooks: { cleanup: { timeout: 5m } }",
        "hooks: { cleanup: '' }",
        "approval:",
        "approval: { reviewers: [ana], required: 2 }",
        "wait: soon",
        "priority: high",
        "priority: 1.5"
      })
  void whatMakesNoSenseInAJobIsRefused(String keys) {
    assertThat(errors(job(keys))).hasSize(1);
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
  void whatMakesNoSenseInAStepIsRefused(String keys) {
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
  void whatMakesNoSenseInAWorkflowIsRefused(String keys) {
    assertThat(errors(keys + JOBS)).hasSize(1);
  }

  private static JobPolicyDefinition rules(String keys) {
    return ((JobWork.Steps) workflow(job(keys)).jobs().getFirst().work()).rules();
  }
}
