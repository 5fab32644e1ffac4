package dev.pawl.workflow.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateValue;
import dev.pawl.workflow.model.trigger.InputDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputValuesTest {

  private static InputDefinition input(
      String name, InputDefinition.Type type, boolean required, Optional<Value> fallback) {
    return new InputDefinition(
        Position.startOf("ci.yml"),
        name,
        type,
        required,
        fallback.map(TemplateValue.Literal::new),
        type == InputDefinition.Type.CHOICE ? List.of("info", "verbose") : List.of(),
        "");
  }

  private static InputDefinition input(String name, InputDefinition.Type type) {
    return input(name, type, false, Optional.empty());
  }

  private static final ExpressionScope SEEN =
      ExpressionScope.of(
          new PlanContexts(
              (Value.Dict) Value.parseJson("{\"ref_name\":\"main\"}"),
              PlanContexts.EMPTY,
              PlanContexts.EMPTY));

  /// @param given as `name=value`
  private static InputValues dispatched(List<InputDefinition> declared, String... given) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (String line : given) {
      String[] parts = line.split("=", 2);
      values.put(parts[0], new Value.Text(parts[1]));
    }
    return InputValues.of(declared, values, SEEN);
  }

  @Test
  void givenInputsAreConvertedToTheirType() {
    InputValues inputs =
        dispatched(
            List.of(
                input("s", InputDefinition.Type.STRING),
                input("n", InputDefinition.Type.NUMBER),
                input("b", InputDefinition.Type.BOOLEAN),
                input("c", InputDefinition.Type.CHOICE),
                input("e", InputDefinition.Type.ENVIRONMENT)),
            "S=true",
            "n=1e2",
            "b=true",
            "c=verbose",
            "e=production");

    assertThat(inputs.problems()).isEmpty();
    assertThat(inputs.values().json())
        .isEqualTo("{\"s\":\"true\",\"n\":100,\"b\":true,\"c\":\"verbose\",\"e\":\"production\"}");
  }

  @Test
  void absentInputsHaveDefaultsOrAreEmpty() {
    InputValues inputs =
        dispatched(
            List.of(
                input("s", InputDefinition.Type.STRING, true, Optional.of(new Value.Text("x"))),
                input("n", InputDefinition.Type.NUMBER, false, Optional.of(new Value.Num(3))),
                input("b", InputDefinition.Type.BOOLEAN),
                input("m", InputDefinition.Type.NUMBER),
                input("t", InputDefinition.Type.STRING),
                input("c", InputDefinition.Type.CHOICE)),
            "s=");

    assertThat(inputs.problems()).isEmpty();
    assertThat(inputs.values().json())
        .isEqualTo("{\"s\":\"x\",\"n\":3,\"b\":false,\"m\":0,\"t\":\"\",\"c\":\"\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NUMBER  | many   | input `x` must be a number, not `many`",
        "NUMBER  | ' '    | input `x` must be a number, not ` `",
        "BOOLEAN | yes    | input `x` must be true or false, not `yes`",
        "CHOICE  | verbos | input `x` must be one of info, verbose, not `verbos`; did you mean `verbose`?",
        "CHOICE  | zzzzz  | input `x` must be one of info, verbose, not `zzzzz`"
      })
  void aValueOfAnotherTypeIsRejected(InputDefinition.Type type, String given, String problem) {
    assertThat(dispatched(List.of(input("x", type)), "x=" + given).problems())
        .containsExactly(problem);
  }

  @Test
  void everyProblemIsReported() {
    InputValues inputs =
        dispatched(
            List.of(
                input("level", InputDefinition.Type.STRING, true, Optional.empty()),
                input("n", InputDefinition.Type.NUMBER)),
            "n=x",
            "levle=1",
            "other=2");

    assertThat(inputs.problems())
        .containsExactly(
            "input `level` is required",
            "input `n` must be a number, not `x`",
            "unknown input `levle`: did you mean `level`?",
            "unknown input `other`: the workflow has level, n");
    assertThat(dispatched(List.of(), "x=1").problems())
        .containsExactly("unknown input `x`: the workflow has none");
  }

  @Test
  void aDefaultMayBeAnExpression() {
    assertThat(
            InputValues.of(List.of(computed("${{ github.ref_name }}-1")), Map.of(), SEEN).values())
        .isEqualTo(Value.parseJson("{\"branch\":\"main-1\"}"));
    assertThat(InputValues.of(List.of(computed("${{ fromJSON('{') }}")), Map.of(), SEEN).problems())
        .singleElement()
        .asString()
        .startsWith("input `branch` has a default that cannot be evaluated: ");
  }

  private static InputDefinition computed(String text) {
    var position = Position.startOf("ci.yml");
    return new InputDefinition(
        position,
        "branch",
        InputDefinition.Type.STRING,
        false,
        Optional.of(new TemplateValue.Computed(new TemplateText(text, position))),
        List.of(),
        "");
  }

  @Test
  void aCallGivesValues() {
    List<InputDefinition> declared =
        List.of(input("s", InputDefinition.Type.STRING), input("n", InputDefinition.Type.NUMBER));

    assertThat(
            InputValues.of(declared, Map.of("s", new Value.Num(1.5), "n", new Value.Num(2)), SEEN)
                .values()
                .json())
        .isEqualTo("{\"s\":\"1.5\",\"n\":2}");
    assertThat(
            InputValues.of(
                    declared, Map.of("s", new Value.Array(List.of()), "n", Value.Bool.TRUE), SEEN)
                .problems())
        .containsExactly(
            "input `s` must be a string, not a list or an object",
            "input `n` must be a number, not `true`");
  }
}
