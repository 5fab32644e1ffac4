package dev.pawl.workflow.planning;

import static dev.pawl.workflow.planning.RepositoryFixture.ids;
import static dev.pawl.workflow.planning.RepositoryFixture.job;
import static dev.pawl.workflow.planning.RepositoryFixture.names;
import static dev.pawl.workflow.planning.RepositoryFixture.needs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.expression.value.Value;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A call of a reusable workflow adds its jobs in a scope of their own.
class CallPlanTest {

  private static final String DEPLOY =
      """
      on:
        workflow_call:
          inputs:
            where: { type: string, required: true }
            count: { type: number, default: 3 }
            fast: { type: boolean }
          secrets: { token: { required: false } }
          outputs: { url: { value: "${{ jobs.roll.outputs.url }}" } }
      env: { C: called }
      jobs:
        roll:
          name: Roll to ${{ inputs.where }}
          runs-on: linux
          outputs: { url: x }
          steps: [{ run: x }]
        check: { needs: roll, runs-on: linux, steps: [{ run: x }] }
      """;

  private static final RepositoryFixture FILES = RepositoryFixture.with("./deploy.yml", DEPLOY);

  private static String workflow(String deploy) {
    return """
    on: push
    env: { W: top }
    jobs:
      build: { runs-on: linux, outputs: { v: x }, steps: [{ run: x }] }
      deploy:
        needs: build
        uses: ./deploy.yml
    %s
      report: { needs: deploy, runs-on: linux, steps: [{ run: x }] }
    """
        .formatted(deploy.indent(4));
  }

  @Test
  void itsJobsStandInItsPlace() {
    Plan plan = FILES.plan(workflow("with: { where: eu }"));
    assertThat(ids(plan)).containsExactly("build", "deploy / roll", "deploy / check", "report");
    assertThat(names(plan))
        .containsExactly("build", "deploy / Roll to eu", "deploy / check", "report");
    assertThat(needs(plan, "deploy / roll")).containsExactly("build");
    assertThat(job(plan, "deploy / roll").visibleNeeds()).isEmpty();
    assertThat(needs(plan, "deploy / check")).containsExactly("deploy / roll");
    assertThat(job(plan, "deploy / check").visibleNeeds()).containsExactly("roll");
    assertThat(needs(plan, "report")).containsExactly("deploy / roll", "deploy / check", "build");
    assertThat(job(plan, "report").visibleNeeds()).containsExactly("deploy");
    assertThat(job(plan, "deploy / roll").reason()).isEqualTo("called by deploy");
    assertThat(job(plan, "deploy / roll").body().env().getFirst())
        .containsExactly(entry("C", "called"));
  }

  @Test
  void theScopeHasInputsSecretsAndOutputs() {
    Plan plan =
        FILES.plan(
            workflow(
                """
                if: github.ref == 'refs/heads/main'
                with: { where: "${{ vars.REGION }}", fast: true }
                secrets: { token: "${{ secrets.T }}" }
                """));
    WorkflowScope scope = plan.scope(1);
    assertThat(scope.id()).isEqualTo("deploy");
    assertThat(scope.parent()).isEqualTo(WorkflowScope.WORKFLOW);
    assertThat(scope.visibleNeeds()).containsExactly("build");
    assertThat(scope.condition()).isEqualTo(Condition.of("github.ref == 'refs/heads/main'"));
    assertThat(scope.inputs())
        .containsExactly(
            entry("where", new WorkflowScope.Input.Known(new Value.Text("eu"))),
            entry("count", new WorkflowScope.Input.Known(new Value.Num(3))),
            entry("fast", new WorkflowScope.Input.Known(Value.Bool.TRUE)));
    assertThat(scope.outputs()).containsExactly(entry("url", "${{ jobs.roll.outputs.url }}"));
    assertThat(scope.secrets().isAll()).isFalse();
    assertThat(scope.secrets().named()).containsExactly(entry("token", "${{ secrets.T }}"));
    assertThat(job(plan, "deploy / roll").reason())
        .isEqualTo(
            "called by deploy, if: github.ref == 'refs/heads/main' — github.ref is"
                + " 'refs/heads/main'");
  }

  @Test
  void anInputThatUsesNeedsIsEvaluatedLater() {
    Plan plan =
        FILES.plan(workflow("with: { where: \"${{ needs.build.outputs.v }}\" }\nsecrets: inherit"));
    assertThat(plan.scope(1).inputs())
        .containsEntry(
            "where",
            new WorkflowScope.Input.Open(
                WorkflowScope.InputType.STRING, "${{ needs.build.outputs.v }}"));
    assertThat(plan.scope(1).secrets()).isEqualTo(WorkflowScope.PassedSecrets.ALL);
    assertThat(job(plan, "deploy / roll").template()).isPresent();
    assertThat(job(plan, "deploy / check").template()).isEmpty();
  }

  @Test
  void aValueIsNeverEvaluatedTwice() {
    Plan plan =
        FILES
            .inputs("{\"from\":\"${{ github.ref }}\"}")
            .plan(workflow("with: { where: \"${{ inputs.from }}\" }"));
    assertThat(job(plan, "deploy / roll").name()).isEqualTo("deploy / Roll to ${{ github.ref }}");
  }

  @Test
  void anInputOfTheWrongTypeIsReportedWithItsPosition() {
    assertThat(FILES.errors(workflow("with: { where: eu, count: \"${{ vars.REGION }}\" }")))
        .containsExactly("ci.yml:8:31: error: input 'count': 'eu' is not a number");
  }

  @Test
  void aMatrixOfCallsIsACallForEachCell() {
    Plan plan =
        FILES.plan(
            workflow(
                """
                strategy: { matrix: { region: [eu, us] } }
                with: { where: "${{ matrix.region }}" }
                """));
    assertThat(names(plan))
        .containsExactly(
            "build",
            "deploy (eu) / Roll to eu",
            "deploy (eu) / check",
            "deploy (us) / Roll to us",
            "deploy (us) / check",
            "report");
    assertThat(needs(plan, "report")).hasSize(5);
    assertThat(plan.scope(2).id()).isEqualTo("deploy (us)");
    assertThat(plan.scope(2).key()).isEqualTo("deploy");
  }

  @Test
  void aMatrixOfCallsCannotLookAtNeeds() {
    assertThat(
            FILES.errors(
                workflow(
                    """
                    strategy: { matrix: { region: "${{ fromJSON(needs.build.outputs.v) }}" } }
                    with: { where: "${{ matrix.region }}" }
                    """)))
        .containsExactly("ci.yml:8:15: error: the matrix of a call cannot use `needs`");
  }

  @Test
  void ignoredKeysOfAMatrixOfCallsAreWarnings() {
    String cells = "strategy: { matrix: { a: [1] }, %s }\nwith: { where: eu }";
    assertThat(FILES.warnings(workflow(cells.formatted("fail-fast: false")))).isEmpty();
    assertThat(FILES.warnings(workflow(cells.formatted("max-parallel: 2"))))
        .containsExactly(
            "ci.yml:8:15: warning: `fail-fast` and `max-parallel` of a call have no effect");
    assertThat(FILES.warnings(workflow("concurrency: a\nwith: { where: eu }")))
        .containsExactly("ci.yml:8:5: warning: `concurrency` of a call has no effect");
  }

  @Test
  void aSkippedCallStaysInThePlanWithItsReason() {
    Plan plan = FILES.plan(workflow("if: false\nwith: { where: eu }"));
    assertThat(job(plan, "deploy / check").reason())
        .isEqualTo("called by deploy, skipped: if: false");
  }

  @Test
  void inputsOfASkippableCallAreLeftToTheRun() {
    String given = "with: { where: eu, count: \"${{ fromJSON(vars.REGION) }}\" }";
    assertThat(FILES.errors(workflow(given))).hasSize(1);
    Plan plan = FILES.plan(workflow("if: needs.build.outputs.v == 'x'\n" + given));
    assertThat(plan.scope(1).inputs())
        .containsEntry(
            "count",
            new WorkflowScope.Input.Open(
                WorkflowScope.InputType.NUMBER, "${{ fromJSON(vars.REGION) }}"));
    String cells =
        "strategy: { matrix: { n: [1, 2] } }\nwith: { where: eu, count: \"${{ matrix.n }}\" }";
    assertThat(ids(FILES.plan(workflow("if: false\n" + cells)))).hasSize(4);
  }

  @Test
  void anInvalidMatrixOfASkippableJobIsLeftToTheRun() {
    String cells =
        "strategy: { matrix: { n: \"${{ fromJSON(vars.REGION) }}\" } }\nwith: { where: eu }";
    assertThat(FILES.errors(workflow(cells))).hasSize(1);
    Plan plan = FILES.plan(workflow("if: needs.build.outputs.v == 'x'\n" + cells));
    assertThat(ids(plan)).containsExactly("build", "deploy", "report");
    assertThat(job(plan, "deploy").steps().getFirst().action())
        .isInstanceOf(StepAction.Unavailable.class);
  }

  @Test
  void aCallWithoutACellIsSkippedAndNotForgotten() {
    String cells = "strategy: { matrix: { n: \"${{ fromJSON('[]') }}\" } }\nwith: { where: eu }";
    Plan plan = FILES.plan(workflow(cells));
    assertThat(ids(plan)).containsExactly("build", "deploy", "report");
    assertThat(needs(plan, "deploy")).containsExactly("build");
    assertThat(job(plan, "deploy").template()).isPresent();
    assertThat(needs(plan, "report")).containsExactly("deploy");
  }

  @Test
  void callsAreNested() {
    RepositoryFixture files =
        RepositoryFixture.with("./deploy.yml", DEPLOY)
            .and(
                "./outer.yml",
                """
                on: { workflow_call: { inputs: { at: { type: string } } } }
                jobs:
                  prepare: { runs-on: linux, steps: [{ run: x }] }
                  first: { uses: ./deploy.yml, with: { where: "${{ inputs.at }}" } }
                  second: { needs: prepare, uses: ./deploy.yml, with: { where: us } }
                """);
    Plan plan =
        files.plan(
            """
            on: push
            jobs:
              build: { runs-on: linux, steps: [{ run: x }] }
              ship: { name: Ship, needs: build, uses: ./outer.yml, with: { at: eu } }
            """);
    assertThat(names(plan))
        .containsExactly(
            "build",
            "Ship / prepare",
            "Ship / first / Roll to eu",
            "Ship / first / check",
            "Ship / second / Roll to us",
            "Ship / second / check");
    assertThat(needs(plan, "ship / first / roll")).containsExactly("build");
    assertThat(needs(plan, "ship / second / roll")).containsExactly("ship / prepare");
  }

  @Test
  void aWorkflowOfAnotherRepositoryFailsWhenItIsRun() {
    Plan plan =
        new RepositoryFixture()
            .plan("on: push\njobs: { far: { uses: \"o/r/.github/workflows/w.yml@v1\" } }");
    assertThat(plan.job(0).steps().getFirst().action())
        .isEqualTo(
            new StepAction.Unavailable(
                "o/r/.github/workflows/w.yml@v1",
                "only workflows of this repository can be called"));
  }

  @Test
  void diagnosticsBeyondTheLimitAreCounted() {
    String call =
        "  c%d: { needs: a, uses: ./deploy.yml, with: { where: eu },"
            + " strategy: { matrix: \"${{ fromJSON(needs.a.outputs.o) }}\" } }\n";
    String calls = IntStream.range(0, 60).mapToObj(call::formatted).collect(Collectors.joining());
    String first = "  a: { runs-on: linux, outputs: { o: x }, steps: [{ run: x }] }\n";

    assertThat(FILES.planning("on: push\njobs:\n" + first + calls))
        .isInstanceOfSatisfying(
            PlanResult.Rejected.class,
            refused -> {
              assertThat(refused.errors()).hasSize(50);
              assertThat(refused.omitted().errors()).isEqualTo(10);
            });
  }
}
