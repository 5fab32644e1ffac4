package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.hints;
import static dev.pawl.workflow.WorkflowFixture.job;
import static dev.pawl.workflow.WorkflowFixture.step;
import static dev.pawl.workflow.WorkflowFixture.warnings;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.text.TemplateText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Expressions are checked when the file is read: their syntax, and the names that they use.
@SuppressWarnings("StringConcatToTextBlock") // a file in two lines reads best in two
class ExpressionCheckerTest {

  @Test
  void aMalformedExpressionIsReportedAtItsError() {
    assertThat(errors(job("name: a ${{ github.sha == }}")))
        .containsExactly("6:28 in this expression: unexpected end of expression: '=='");
    assertThat(errors(step("run: |\n  make\n  make ${{ 1 +1 }}")))
        .singleElement()
        .asString()
        .startsWith("8:22 in this expression: unexpected symbol: '+1'");
    assertThat(errors(step("run: \"\\tmake ${{ fish }}\"")))
        .containsExactly("6:26 unknown context `fish`");
    assertThat(errors(step("run: ${{ }}")))
        .containsExactly("6:18 in this expression: an expression was expected");
  }

  @Test
  void anUnknownContextHasASuggestion() {
    assertThat(errors(job("name: ${{ gihtub.sha }}")))
        .containsExactly("6:15 unknown context `gihtub`");
    assertThat(hints(job("name: ${{ gihtub.sha }}"))).containsExactly("did you mean `github`?");
  }

  @Test
  void aContextThatIsNotAvailableHereIsAnError() {
    assertThat(errors(job("name: ${{ secrets.a }}")))
        .containsExactly("6:15 `secrets` cannot be used here");
    assertThat(hints(job("name: ${{ secrets.a }}")))
        .containsExactly(
            "available here: `github`, `inputs`, `vars`, `needs`, `strategy`, `matrix`");
  }

  @Test
  void soIsAnUnavailableFunction() {
    assertThat(errors(job("name: ${{ startWith('a', 'b') }}")))
        .containsExactly("6:15 unknown function `startWith`");
    assertThat(hints(job("name: ${{ startWith('a', 'b') }}")))
        .containsExactly("did you mean `startsWith`?");
    assertThat(errors(step("run: ${{ always() }}")))
        .containsExactly("6:18 `always()` cannot be used here");
    assertThat(errors(job("if: hashFiles('a')")))
        .containsExactly("6:9 `hashFiles()` cannot be used here");
  }

  @Test
  void aConditionIsAnExpressionWithOrWithoutItsBraces() {
    assertThat(errors(job("if: github.ref == 'a' && sucess()")))
        .containsExactly("6:30 unknown function `sucess`");
    assertThat(condition("${{ github.ref == 'a' }}")).isEqualTo("github.ref == 'a'");
    assertThat(condition("github.ref == 'a'")).isEqualTo("github.ref == 'a'");
    assertThat(condition("false")).isEqualTo("false");
  }

  @Test
  void textAroundTheBracesMakesAConditionTrue() {
    String text = "it's {a} ${{ github.ref }} or ${{ github.sha }}";
    assertThat(condition(text))
        .isEqualTo("format('it''s {{a}} {0} or {1}', github.ref, github.sha)");
    assertThat(warnings(job("if: " + text)))
        .singleElement()
        .asString()
        .startsWith("6:9 this condition is always true");
  }

  @Test
  void aReferenceToALaterStepIsAWarning() {
    String steps =
        step("id: build\nrun: echo ${{ steps.test.outputs.a }}")
            + "      - { id: test, run: 'echo ${{ steps.biuld.outcome }} ${{ steps.build.output }}' }\n";
    assertThat(warnings(steps))
        .containsExactly(
            "7:23 no step before this one has the id `test`",
            "8:36 no step before this one has the id `biuld`",
            "8:63 `steps.build` has no `output`");
    assertThat(hints(steps))
        .containsExactly(
            "that step comes later", "did you mean `build`?", "did you mean `outputs`?");
  }

  @Test
  void outputsOfAJobSeeAllItsSteps() {
    assertThat(
            warnings(
                "on: push\njobs:\n  a:\n    outputs: { x: '${{ steps.s.outputs.y }}' }\n"
                    + "    runs-on: x\n    steps: [{ id: s, run: x }]\n"))
        .isEmpty();
  }

  @Test
  void needsMustBeNeeded() {
    String yaml =
        """
        on: push
        jobs:
          a: { runs-on: x, steps: [ { run: x } ], outputs: { version: '1' } }
          b:
            needs: a
            runs-on: x
            steps:
              - run: echo ${{ needs.a.outputs.vresion }} ${{ needs.b.result }} ${{ needs.a.results }}
              - run: echo ${{ needs.A.outputs.version }} ${{ needs.a.cells['x'].result }}
        """;
    assertThat(warnings(yaml))
        .containsExactly(
            "8:23 the job `a` has no output `vresion`",
            "8:54 `needs` of this job does not list `b`",
            "8:76 `needs.a` has no `results`");
    assertThat(hints(yaml))
        .containsExactly(
            "did you mean `version`?", "add `b` to the job's `needs`", "did you mean `result`?");
  }

  @Test
  void matrixKeysAreKnownWhereTheMatrixIsWritten() {
    String name = "name: ${{ matrix.oss }} ${{ matrix.extra }}\n";
    assertThat(warnings(job(name + "strategy: { matrix: { os: [a], include: [{ extra: 1 }] } }")))
        .containsExactly("6:15 the matrix has no `oss`");
    assertThat(warnings(job(name + "strategy: { matrix: \"${{ fromJSON('{}') }}\" }"))).isEmpty();
    assertThat(warnings(job("name: ${{ matrix.os }}")))
        .containsExactly("6:15 the job has no matrix");
  }

  @Test
  void inputsAreThoseOfTheWorkflow() {
    String yaml =
        "on: { workflow_dispatch: { inputs: { target: } } }\njobs:\n  a:\n"
            + "    name: ${{ inputs.tagret }} ${{ inputs.TARGET }}\n"
            + "    runs-on: x\n    steps: [{ run: x }]\n";
    assertThat(warnings(yaml)).containsExactly("4:15 unknown input `tagret`");
    assertThat(hints(yaml)).containsExactly("did you mean `target`?");
  }

  @Test
  void secretsThatAreNearlyDeclaredAreWarnedAbout() {
    String yaml =
        "on: { workflow_call: { secrets: { api-token: } } }\n"
            + "env: { A: '${{ secrets.api-tokem }}', B: '${{ secrets.other }}' }\n"
            + "jobs: { a: { runs-on: x, steps: [{ run: x }] } }\n";
    assertThat(warnings(yaml)).containsExactly("2:16 the workflow declares no secret `api-tokem`");
  }

  @Test
  void outputsOfACalledWorkflowAreOfItsJobs() {
    String yaml =
        "on: { workflow_call: { outputs: { v: { value: '${{ jobs.b.outputs.x }}' } } } }\n"
            + "jobs: { a: { runs-on: x, steps: [{ run: x }] } }\n";
    assertThat(warnings(yaml)).containsExactly("1:52 unknown job `b`");
  }

  @Test
  void propertiesOfTheRunAreKnown() {
    assertThat(
            warnings(job("name: ${{ github.branch }} ${{ GITHUB.SHA }} ${{ github.event.x.y }}")))
        .containsExactly("6:15 `github` has no `branch`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "github.event.issue.title",
        "github.event.pull_request.head.ref",
        "github.event.commits[0].author.name",
        "github.event.commits.*.message",
        "github.head_ref",
        "github.ref_name",
        "toJSON(github.event.comment.body)",
        "github.event['issue']['body']",
        "toJSON(github)",
        "toJSON(github.event)",
        "toJSON(github.event.pull_request)",
        "GitHub['HEAD_REF']",
        "format('{0}', github.head_ref)",
        "github.head_ref || github.sha",
        "github.event.number && github.head_ref",
        "case(github.event.number > 1, github.head_ref, 'x')",
        "github.event.pull_request[github.sha]"
      })
  void untrustedValuesInScriptsAreWarnings(String expression) {
    assertThat(warnings(step("run: echo ${{ " + expression + " }}")))
        .singleElement()
        .asString()
        .contains("untrusted value in a script");
    assertThat(warnings(step("run: echo $A\nenv: { A: \"${{ " + expression + " }}\" }"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "github.sha",
        "github.event.number",
        "contains(github.event.issue.title, 'x')",
        "!contains(github.event.issue.title, 'x') && 1",
        "github.ref_name == 'main' && 'prod' || 'dev'",
        "github.head_ref && 'pull' || 'push'",
        "case(github.head_ref == 'a', 'a', 'b')",
        "format('{0}', github.head_ref != '')",
        "toJSON(github.event.pull_request.number)"
      })
  void trustedValuesInScriptsAreFine(String expression) {
    assertThat(warnings(step("run: echo ${{ " + expression + " }}"))).isEmpty();
  }

  @Test
  void theHintShowsTheSafeForm() {
    assertThat(hints(step("run: echo ${{ github.event.issue.title }}")))
        .containsExactly(
            "pass it through the environment: `env: { TITLE: \"${{ github.event.issue.title }}\" }`, and"
                + " `\"$TITLE\"` in the script");
    assertThat(warnings(step("uses: ./x\nwith: { script: 'a(${{ github.event.issue.title }})' }")))
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "always(),1",
    "cancelled(),1",
    "always() && github.ref == 'a',1",
    "!cancelled(),0",
    "'! cancelled() && success()',0",
    "!(cancelled()),0",
    "!(failure() || cancelled()),0",
    "!(!cancelled()),1",
    "github.ref == 'always()',0",
    "failure(),0"
  })
  void aConditionForACancelIsAWarning(String condition, int warnings) {
    assertThat(warnings(job("if: ${{ " + condition + " }}"))).hasSize(warnings);
    assertThat(warnings(step("if: ${{ " + condition + " }}\nrun: x"))).isEmpty();
  }

  @Test
  void aNumberThatIsRewrittenIsAWarning() {
    assertThat(warnings(job("strategy: { matrix: { python: [3.9, 3.10, '3.10'] } }")))
        .containsExactly("6:41 `3.10` is the number 3.1");
    assertThat(warnings(job("env: { A: 1.0, B: 2 }")))
        .containsExactly("6:15 `1.0` is the number 1");
  }

  @Test
  void anActionThatCannotBeHadIsWarnedAbout() {
    assertThat(warnings(step("uses: actions/setup-java@v4")))
        .containsExactly(
            "6:15 the action `actions/setup-java@v4` is not available: the step will fail");
    assertThat(warnings(step("uses: actions/checkout@v4"))).isEmpty();
    assertThat(warnings(step("uses: ./.github/actions/a"))).isEmpty();
  }

  private static String condition(String written) {
    JobDefinition job = workflow(job("if: " + written)).jobs().getFirst();
    return job.condition().map(TemplateText::source).orElseThrow();
  }
}
