package dev.pawl.workflow.planning;

import static dev.pawl.workflow.planning.RepositoryFixture.ids;
import static dev.pawl.workflow.planning.RepositoryFixture.names;
import static dev.pawl.workflow.planning.RepositoryFixture.needs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The keys of jobs, matrices and runs in the plan.
class JobPlanTest {

  private static Plan plan(String yaml) {
    return new RepositoryFixture().plan(yaml);
  }

  private static String job(String keys) {
    return "on: push\njobs:\n  build:\n    runs-on: linux\n    steps: [{ run: x }]\n"
        + keys.indent(4);
  }

  @Test
  void dependentsOfAMatrixNeedAllItsCells() {
    Plan plan =
        plan(
            """
            on: push
            jobs:
              report: { needs: Test, runs-on: linux, steps: [{ run: x }] }
              test:
                strategy:
                  matrix: { os: [linux, mac], java: [17, 21], exclude: [{ os: mac, java: 17 }] }
                  fail-fast: false
                  max-parallel: 2
                runs-on: [self-hosted, "${{ matrix.os }}"]
                timeout-minutes: ${{ matrix.java }}
                steps: [{ run: x }]
            """);
    assertThat(ids(plan))
        .containsExactly("report", "test (linux, 17)", "test (linux, 21)", "test (mac, 21)");
    assertThat(needs(plan, "report"))
        .containsExactly("test (linux, 17)", "test (linux, 21)", "test (mac, 21)");
    assertThat(plan.job(0).visibleNeeds()).containsExactly("test");
    PlannedJob mac = plan.job(3);
    assertThat(mac.runsOn()).containsExactly("self-hosted", "mac");
    assertThat(mac.timeout()).isEqualTo(Duration.ofMinutes(21));
    assertThat(mac.template()).isEmpty();
    assertThat(mac.policy().matrix().orElseThrow().failFast()).isFalse();
    assertThat(mac.policy().matrix().orElseThrow().maxParallel()).isEqualTo(2);
    assertThat(mac.body()).isSameAs(plan.job(1).body());
  }

  @Test
  void aMatrixFromAVariableIsExpandedByThePlanner() {
    assertThat(names(plan(job("strategy: { matrix: { n: \"${{ fromJSON(vars.LIST) }}\" } }"))))
        .containsExactly("build (1)", "build (2)");
  }

  @Test
  void onlyTextsThatUseNeedsStayUnevaluated() {
    Plan plan =
        plan(
            """
            on: push
            jobs:
              find: { runs-on: linux, outputs: { l: x }, steps: [{ run: x }] }
              all:
                needs: find
                strategy: { matrix: { n: "${{ fromJSON(needs.find.outputs.l) }}" } }
                runs-on: linux
                steps: [{ run: x }]
              each:
                needs: find
                strategy: { matrix: { n: [1, 2] } }
                name: ${{ matrix.n }} of ${{ needs.find.outputs.l }}
                runs-on: linux
                steps: [{ run: x }]
            """);
    assertThat(ids(plan)).containsExactly("find", "all", "each (1)", "each (2)");
    assertThat(RepositoryFixture.job(plan, "all").template().orElseThrow().strategy()).isPresent();
    assertThat(RepositoryFixture.job(plan, "each (2)").template().orElseThrow().strategy())
        .isEmpty();
    assertThat(RepositoryFixture.job(plan, "each (2)").cell().orElseThrow().matrix().json())
        .isEqualTo("{\"n\":2}");
  }

  @Test
  void textsThatUseTheRunAreEvaluatedLater() {
    String yaml = job("concurrency: \"${{ github.run_id }}\"");
    assertThat(plan(yaml).job(0).template()).isPresent();
    Plan known = new RepositoryFixture().github("{\"run_id\":\"r7\"}").plan(yaml);
    assertThat(known.job(0).policy().group().map(GroupRule::key)).contains("r7");
  }

  @Test
  void aRunJoinsItsGroupBeforeItHasANumber() {
    String yaml = "concurrency: %s\n" + job("").replace("%", "%%");
    assertThat(plan(yaml.formatted("\"ci-${{ github.run_id }}\"")).policy().group()).isEmpty();
    assertThat(new RepositoryFixture().errors(yaml.formatted("\"ci-${{ github.run_number }}\"")))
        .containsExactly(
            "ci.yml:1:14: error: `github.run_number` and `github.run_attempt` are not known when a run joins its group");
  }

  @Test
  void anEmptyMatrixIsLeftToTheRun() {
    Plan plan = plan(job("strategy: { matrix: { n: \"${{ fromJSON('[]') }}\" } }"));
    assertThat(ids(plan)).containsExactly("build");
    assertThat(plan.job(0).template()).isPresent();
  }

  @Test
  void aValueOfTheWrongTypeIsReportedWithItsPosition() {
    assertThat(
            new RepositoryFixture()
                .errors(job("strategy: { matrix: { n: \"${{ vars.REGION }}\" } }")))
        .containsExactly("ci.yml:6:15: error: matrix.n is 'eu', not a list");
    assertThat(new RepositoryFixture().errors(job("timeout-minutes: ${{ vars.REGION }}")))
        .containsExactly("ci.yml:3:3: error: timeout-minutes: 'eu' is not a number of minutes");
    assertThat(
            new RepositoryFixture()
                .errors(job("strategy: { matrix: { n: \"${{ fromJSON('x') }}\" } }")))
        .singleElement()
        .asString()
        .startsWith("ci.yml:6:15: error: matrix.n: ${{ fromJSON('x') }}: ");
  }

  @Test
  void errorsInSkippableJobsAreLeftToTheRun() {
    String matrix = "\nstrategy: { matrix: { n: \"${{ fromJSON(vars.NONE) }}\" } }";
    assertThat(ids(plan(job("if: github.event_name == 'release'" + matrix))))
        .containsExactly("build");
    assertThat(ids(plan(job("if: failure()" + matrix)))).containsExactly("build");
  }

  @Test
  void everyJobSaysWhyItIsThere() {
    Plan plan =
        new RepositoryFixture()
            .because("push to main: src/a.c matches paths: src/**")
            .plan(
                """
                on: push
                jobs:
                  plain: { runs-on: linux, steps: [{ run: x }] }
                  main: { if: github.ref == 'refs/heads/main', runs-on: linux, steps: [{ run: x }] }
                  tag:
                    if: startsWith(github.ref, 'refs/tags/') && vars.REGION
                    runs-on: linux
                    steps: [{ run: x }]
                  late: { needs: plain, if: failure(), runs-on: linux, steps: [{ run: x }] }
                """);
    assertThat(plan.jobs())
        .extracting(PlannedJob::reason)
        .containsExactly(
            "push to main: src/a.c matches paths: src/**",
            "if: github.ref == 'refs/heads/main' — github.ref is 'refs/heads/main'",
            "skipped: if: startsWith(github.ref, 'refs/tags/') && vars.REGION — github.ref is"
                + " 'refs/heads/main', vars.REGION is 'eu'",
            "if: failure()");
    assertThat(plan("on: push\njobs: { a: { runs-on: l, steps: [{ run: x }] } }").job(0).reason())
        .isEqualTo("no condition");
  }

  @Test
  void aJobsOwnKeysAreItsPolicy() {
    PlannedJob job =
        plan("""
        on: push
        jobs:
          deploy:
            runs-on: linux
            environment: ${{ vars.REGION }}
            approval: { reviewers: [lead, "team:ops"], required: 2, expires: 8h }
            wait: 10m
            concurrency:
              group: deploy-${{ vars.REGION }}
              cancel-in-progress: ${{ github.ref == 'refs/heads/main' }}
              queue: max
              max: 2
            priority: 10
            grace-period: 60s
            continue-on-error: true
            retry: { max: 2, on: [infra, lost], backoff: { initial: 10s, factor: 2, max: 5m } }
            hooks: { cleanup: { run: ./unlock.sh, timeout: 10m } }
            steps:
              - run: ./deploy.sh
                tool: { name: kubectl, on-open: wait }
                expected-exit-codes: [0, 3]
                retry: { max: 3, on: { exit-codes: [75], log: "connection reset" } }
                hooks: { on-cancel: rm -f build.tar.gz }
        """)
            .job(0);
    JobPolicy policy = job.policy();
    assertThat(policy.environment()).contains("eu");
    assertThat(policy.approval())
        .contains(new Approval(List.of("lead", "team:ops"), 2, Duration.ofHours(8), false));
    assertThat(policy.delay()).isEqualTo(Duration.ofMinutes(10));
    assertThat(policy.group())
        .contains(new GroupRule("deploy-eu", false, 2, true, GroupRule.Queue.MAX));
    assertThat(policy.priority()).isEqualTo(10);
    assertThat(policy.continueOnError()).isTrue();
    assertThat(policy.retry())
        .isEqualTo(
            new RetryPolicy(
                2,
                List.of(ReasonCode.INFRA, ReasonCode.LOST),
                new Backoff(Duration.ofSeconds(10), 2, Duration.ofMinutes(5))));
    assertThat(policy.hooks())
        .containsExactly(
            new Hook(StepType.CLEANUP, "./unlock.sh", Optional.of(Duration.ofMinutes(10))));
    assertThat(job.grace()).isEqualTo(Duration.ofMinutes(1));
    StepPolicy step = job.steps().getFirst().policy();
    assertThat(step.tool()).contains("kubectl");
    assertThat(step.waitsForTool()).isTrue();
    assertThat(step.expectedExitCodes()).containsExactly(0, 3);
    assertThat(step.retry().max()).isEqualTo(3);
    assertThat(step.retry().exitCodes()).containsExactly(75);
    assertThat(step.retry().log()).isEqualTo("connection reset");
    assertThat(step.hooks()).containsExactly(Hook.of(StepType.ON_CANCEL, "rm -f build.tar.gz"));
  }

  @Test
  void theWorkflowsOwnKeysAreTheRunsPolicy() {
    RunPolicy policy =
        plan("""
        on: push
        retry: { max: 1, backoff: 30s }
        timeout-minutes: 90
        concurrency: { group: "ci-${{ github.ref }}", cancel-in-progress: true }
        hooks: { runs-on: linux, on-failure: ./page-someone.sh }
        jobs: { a: { runs-on: linux, steps: [{ run: x }] } }
        """)
            .policy();
    assertThat(policy.retries()).isEqualTo(1);
    assertThat(policy.timeout()).contains(Duration.ofMinutes(90));
    assertThat(policy.group().orElseThrow().key()).isEqualTo("ci-refs/heads/main");
    assertThat(policy.group().orElseThrow().cancelInProgress()).isTrue();
    assertThat(policy.hooks()).containsExactly(Hook.of(StepType.ON_FAILURE, "./page-someone.sh"));
    assertThat(policy.hooksRunOn()).containsExactly("linux");
  }

  @Test
  void anUnsupportedJobFailsWithTheReason() {
    PlannedJob job = plan(job("container: node:20")).job(0);
    assertThat(job.steps())
        .singleElement()
        .satisfies(step -> {
          assertThat(step.action()).isInstanceOf(StepAction.Unavailable.class);
          assertThat(((StepAction.Unavailable) step.action()).why()).contains("`container`");
          assertThat(step.source()).isEqualTo("ci.yml:6:16");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"container:", "container: ''"})
  void withoutAnImageThereIsNoContainer(String none) {
    assertThat(plan(job(none)).job(0).steps().getFirst().action())
        .isInstanceOf(StepAction.Script.class);
  }

  @Test
  void cancelTimeoutMinutesIsTheGraceWhereNoneIsGiven() {
    assertThat(plan(job("cancel-timeout-minutes: 2")).job(0).grace())
        .isEqualTo(Duration.ofMinutes(2));
    assertThat(plan(job("cancel-timeout-minutes: 2\ngrace-period: 5s")).job(0).grace())
        .isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void matricesAreBoundedTogether() {
    String list = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
    StringBuilder yaml = new StringBuilder("on: push\njobs:\n");
    for (int at = 0; at < 400; at++) {
      yaml.append(
          """
            j%d:
              runs-on: linux
              strategy: { matrix: { a: %2$s, b: %2$s, c: %2$s, d: %2$s, exclude: [{ a: 1 }] } }
              steps: [{ run: x }]
          """
              .formatted(at, list));
    }
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long start = clock.getCurrentThreadCpuTime();
    assertThat(new RepositoryFixture().errors(yaml.toString()))
        .hasSize(50)
        .last()
        .asString()
        .endsWith("more than 100,000 combinations in all matrices together");
    assertThat(Duration.ofNanos(clock.getCurrentThreadCpuTime() - start))
        .isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void aJobThatIsTooLargeForAMessageIsRejected() {
    assertThat(
            new RepositoryFixture()
                .errors(job("env: { A: \"%s\" }".formatted("é".repeat(250_000)))))
        .singleElement()
        .asString()
        .contains("ci.yml:3:3: error: the job is too large", "at most 458,752");
  }

  @Test
  void thereAreAtMostTenThousandJobs() {
    StringBuilder yaml = new StringBuilder("on: push\njobs:\n");
    String list = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]";
    for (int job = 0; job < 40; job++) {
      yaml.append("  j%d: { strategy: { matrix: { a: %s, b: %s } }".formatted(job, list, list));
      yaml.append(", runs-on: l, steps: [{ run: x }] }\n");
    }
    assertThat(new RepositoryFixture().errors(yaml.toString()))
        .allMatch(error -> error.endsWith("more than 10,000 jobs in a run"));
  }
}
