package dev.pawl.core.plan.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.expression.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A matrix has the same cells with the same names as in GitHub Actions.
class MatrixTest {

  private static final ExpressionScope SIGHT =
      ExpressionScope.of(
          new PlanContexts(
              dict("{\"ref\":\"main\",\"list\":[1,2]}"),
              PlanContexts.EMPTY,
              dict("{\"n\":\"3\"}")));

  private static Value.Dict dict(String json) {
    return (Value.Dict) Value.parseJson(json);
  }

  private static JobTemplate template(String name, String runsOn, String matrix) {
    return new JobTemplate(
        "",
        name,
        List.of(runsOn),
        "",
        "",
        "",
        Optional.empty(),
        "",
        Optional.of(new MatrixStrategy(Value.parseJson(matrix), "", "")));
  }

  private static final PlannedJob BUILD =
      new PlannedJob(
          "build",
          "build",
          List.of(),
          List.of(),
          List.of(),
          JobBody.EMPTY,
          PlannedJob.DEFAULT_TIMEOUT,
          PlannedJob.DEFAULT_GRACE,
          "",
          JobPolicy.PLAIN);

  private static List<PlannedJob> rendered(JobTemplate template) throws TextEvaluationException {
    return template.render(BUILD, SIGHT, new MatrixBudget(MatrixPolicy.MAX_CELLS));
  }

  private static List<PlannedJob> cells(String matrix) throws TextEvaluationException {
    return rendered(template("build", "linux", matrix));
  }

  private static List<String> matrices(List<PlannedJob> cells) {
    return cells.stream().map(cell -> cell.cell().orElseThrow().matrix().json()).toList();
  }

  @Test
  void everyOneWithEveryOther() throws TextEvaluationException {
    var cells = cells("{\"os\":[\"linux\",\"mac\"],\"java\":[17,21]}");
    assertThat(cells)
        .extracting(PlannedJob::name)
        .containsExactly(
            "build (linux, 17)", "build (linux, 21)", "build (mac, 17)", "build (mac, 21)");
    assertThat(cells)
        .extracting(PlannedJob::id)
        .containsExactlyElementsOf(cells.stream().map(PlannedJob::name).toList());
    assertThat(matrices(cells).getLast()).isEqualTo("{\"os\":\"mac\",\"java\":21}");
    assertThat(MatrixCell.strategy(cells.get(2).cell(), cells.get(2).policy().matrix()).json())
        .isEqualTo("{\"fail-fast\":true,\"job-index\":2,\"job-total\":4,\"max-parallel\":4}");
  }

  /// The example of GitHub's own documentation.
  @Test
  void includeExtendsMatchingCombinations() throws TextEvaluationException {
    var cells =
        cells(
            """
            {"fruit":["apple","pear"],"animal":["cat","dog"],"include":[
              {"color":"green"},
              {"color":"pink","animal":"cat"},
              {"fruit":"apple","shape":"circle"},
              {"fruit":"banana"},
              {"fruit":"banana","animal":"cat"}]}
            """);
    assertThat(matrices(cells))
        .containsExactly(
            "{\"fruit\":\"apple\",\"animal\":\"cat\",\"color\":\"pink\",\"shape\":\"circle\"}",
            "{\"fruit\":\"apple\",\"animal\":\"dog\",\"color\":\"green\",\"shape\":\"circle\"}",
            "{\"fruit\":\"pear\",\"animal\":\"cat\",\"color\":\"pink\"}",
            "{\"fruit\":\"pear\",\"animal\":\"dog\",\"color\":\"green\"}",
            "{\"fruit\":\"banana\"}",
            "{\"fruit\":\"banana\",\"animal\":\"cat\"}");
    assertThat(cells).extracting(PlannedJob::name).contains("build (apple, cat)", "build (banana)");
  }

  @Test
  void excludeTakesWhateverItFitsInPart() throws TextEvaluationException {
    var cells =
        cells(
            """
            {"os":["linux","mac"],"tool":[{"name":"a","v":1},{"name":"b","v":2}],
             "exclude":[{"os":"MAC","tool":{"v":"1"}}]}
            """);
    assertThat(cells)
        .extracting(PlannedJob::name)
        .containsExactly("build (linux, a, 1)", "build (linux, b, 2)", "build (mac, b, 2)");
  }

  @Test
  void excludedCombinationsCanComeBackByInclude() throws TextEvaluationException {
    assertThat(
            matrices(
                cells("{\"n\":[1,2],\"exclude\":[{\"n\":2}],\"include\":[{\"n\":2,\"x\":1}]}")))
        .containsExactly("{\"n\":1}", "{\"n\":2,\"x\":1}");
  }

  @Test
  void aMatrixOfIncludesAloneHasOneCellForEach() throws TextEvaluationException {
    assertThat(cells("{\"include\":[{\"a\":1},{\"a\":1},{\"b\":true}]}"))
        .extracting(PlannedJob::id)
        .containsExactly("build (1)", "build (1 #2)", "build (true)");
  }

  @Test
  void noTwoCellsAreCalledTheSame() throws TextEvaluationException {
    assertThat(cells("{\"include\":[{\"x\":\"a\"},{\"x\":\"a #3\"},{\"x\":\"a\"}]}"))
        .extracting(PlannedJob::id)
        .containsExactly("build (a)", "build (a #3)", "build (a #4)");
  }

  @Test
  void listKeysComeFirstInEveryCell() throws TextEvaluationException {
    assertThat(cells("{\"os\":[\"linux\"],\"include\":[{\"tag\":\"z\",\"os\":\"mac\"}]}"))
        .extracting(PlannedJob::id)
        .containsExactly("build (linux)", "build (mac, z)");
  }

  @Test
  void expressionsGiveListsOrAllOfIt() throws TextEvaluationException {
    assertThat(matrices(cells("{\"n\":\"${{ github.list }}\",\"v\":[\"v${{ vars.n }}\"]}")))
        .containsExactly("{\"n\":1,\"v\":\"v3\"}", "{\"n\":2,\"v\":\"v3\"}");
    assertThat(matrices(cells("\"${{ fromJSON('{\\\"x\\\":[true]}') }}\"")))
        .containsExactly("{\"x\":true}");
  }

  @Test
  void evaluatedValuesAreNotEvaluatedAgain() throws TextEvaluationException {
    assertThat(matrices(cells("{\"n\":[\"${{ '${{ github.ref }}' }}\"]}")))
        .containsExactly("{\"n\":\"${{ github.ref }}\"}");
  }

  @Test
  void aNameWithExpressionsIsUsedAsItIsEvaluated() throws TextEvaluationException {
    var named = template("on ${{ matrix.os }}", "${{ matrix.os }}", "{\"os\":[\"linux\"]}");
    assertThat(rendered(named).getFirst().name()).isEqualTo("on linux");
    assertThat(rendered(named).getFirst().id()).isEqualTo("build (linux)");
    assertThat(rendered(named).getFirst().runsOn()).containsExactly("linux");
    var plain = template("Build", "linux", "{\"os\":[\"linux\"]}");
    assertThat(rendered(plain).getFirst().name()).isEqualTo("Build (linux)");
  }

  @Test
  void anEmptyMatrixHasNoCells() throws TextEvaluationException {
    assertThat(cells("{\"n\":[]}")).isEmpty();
    assertThat(cells("{\"n\":[1],\"exclude\":[{\"n\":1}]}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"n\":1}                                  | matrix.n is 1, not a list",
        "{\"n\":\"${{ github.ref }}\"}              | matrix.n is 'main', not a list",
        "\"${{ github.ref }}\"                      | matrix: 'main' is not an object of lists",
        "{\"n\":[1],\"exclude\":[{\"m\":1}]}        | exclude names 'm', which is not a list of the matrix",
        "{\"n\":[1],\"include\":[1]}                | include contains 1, not an object",
        "{\"n\":\"${{ fromJSON(github.ref) }}\"}    | matrix.n: ${{ fromJSON(github.ref) }}: ",
      })
  void invalidMatrixIsReported(String matrix, String message) {
    assertThatThrownBy(() -> cells(matrix))
        .isInstanceOf(TextEvaluationException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void atMostTwoHundredAndFiftySixCells() {
    String many = "[0" + ",1".repeat(16) + "]";
    assertThatThrownBy(() -> cells("{\"a\":%s,\"b\":%s}".formatted(many, many)))
        .hasMessage("the matrix has 289 cells, at most 256 are allowed");
    assertThatThrownBy(() -> cells("{\"a\":%1$s,\"b\":%1$s,\"c\":%1$s,\"d\":%1$s}".formatted(many)))
        .hasMessageContaining("before any is excluded");
    String entries = "[{\"x\":0}" + ",{\"x\":1}".repeat(5_000) + "]";
    assertThatThrownBy(
            () -> cells("{\"a\":%s,\"b\":%s,\"include\":%s}".formatted(many, many, entries)))
        .hasMessage("289 combinations are too many for 5001 entries of include and exclude");
  }

  @Test
  void otherTextsOfAJobAreEvaluated() throws TextEvaluationException {
    var template =
        new JobTemplate(
            "call / ",
            "n",
            List.of("${{ fromJSON('[\"linux\",\"x64\"]') }}", "big"),
            "${{ vars.n }}",
            "0.5",
            "${{ github.ref == 'main' }}",
            Optional.of(
                new JobTemplate.GroupTemplate(
                    "g-${{ github.ref }}", false, 2, "${{ true }}", GroupRule.Queue.NEWEST)),
            "${{ github.ref }}",
            Optional.empty());
    PlannedJob job = rendered(template).getFirst();
    assertThat(job.name()).isEqualTo("call / n");
    assertThat(job.runsOn()).containsExactly("linux", "x64", "big");
    assertThat(job.timeout()).isEqualTo(Duration.ofMinutes(3));
    assertThat(job.grace()).isEqualTo(Duration.ofSeconds(30));
    assertThat(job.policy().continueOnError()).isTrue();
    assertThat(job.policy().environment()).contains("main");
    assertThat(job.policy().group())
        .contains(new GroupRule("g-main", false, 2, true, GroupRule.Queue.NEWEST));
    assertThat(job.template()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${{ github.ref }} | false             | linux            | timeout-minutes: 'main' is not a number of minutes",
        "-1                | false             | linux            | timeout-minutes: '-1' is not a number of minutes",
        "1                 | ${{ github.ref }} | linux            | continue-on-error: 'main' is not true or false",
        "1                 | false             | ${{ github }}    | runs-on: an object is not a string",
        "1                 | false             | ${{ vars.none }} | runs-on: a label is empty",
      })
  void valuesOfTheWrongTypeAreReported(
      String timeout, String continueOnError, String runsOn, String message) {
    var template =
        new JobTemplate(
            "",
            "n",
            List.of(runsOn),
            timeout,
            "",
            continueOnError,
            Optional.empty(),
            "",
            Optional.empty());
    assertThatThrownBy(() -> rendered(template)).hasMessage(message);
  }
}
