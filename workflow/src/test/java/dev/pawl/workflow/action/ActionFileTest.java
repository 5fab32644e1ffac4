package dev.pawl.workflow.action;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.keys.KeyDefinition;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.model.step.CompositeAction;
import dev.pawl.workflow.model.step.StepTask;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ActionFileTest {

  private static final String GOOD =
      """
      name: Build
      description: Builds it
      inputs:
        target: { description: what, required: true }
        mode: { default: "${{ github.ref_type }}", deprecationMessage: use target }
      outputs:
        file: { value: "${{ steps.make.outputs.file }}" }
      runs:
        using: composite
        steps:
          - id: make
            run: make ${{ inputs.target }}
            shell: bash
          - uses: ./.github/actions/other
            if: always() && steps.make.outcome == 'success'
            with: { a: "${{ inputs.mode }}" }
      """;

  @Test
  void anActionHasInputsOutputsAndSteps() {
    ActionReadResult reading = read(GOOD);
    assertThat(reading.diagnostics().all()).isEmpty();
    CompositeAction action = reading.action().orElseThrow();
    assertThat(action.name()).isEqualTo("Build");
    assertThat(action.inputs())
        .extracting(CompositeAction.Input::name, CompositeAction.Input::required)
        .containsExactly(tuple("target", true), tuple("mode", false));
    assertThat(action.inputs().getLast().deprecationMessage()).isEqualTo("use target");
    assertThat(requireNonNull(action.outputs().get("file")).source())
        .isEqualTo("${{ steps.make.outputs.file }}");
    assertThat(action.steps()).hasSize(2);
    assertThat(((StepTask.ActionUse) action.steps().getLast().task()).with()).containsKey("a");
  }

  @Test
  void scriptsNameTheirShell() {
    assertThat(errors(GOOD.replace("      shell: bash\n", "")))
        .containsExactly("11:7 the step has no `shell`");
  }

  @Test
  void otherKindsOfActionsHaveOneError() {
    assertThat(errors("name: A\nruns: { using: node20, main: index.js }\n"))
        .containsExactly("2:7 actions that run using `node20` are not supported");
  }

  @Test
  void errorsAreReportedAsInWorkflows() {
    assertThat(errors("runs: { using: composite, steps: [] }"))
        .containsExactly("1:34 `runs.steps` is empty: an action needs at least one step");
    assertThat(errors(GOOD.replace("inputs.target", "needs.target")))
        .containsExactly("12:21 `needs` cannot be used here");
    assertThat(read(GOOD.replace("inputs.target", "inputs.tagret")).diagnostics().warnings())
        .singleElement()
        .satisfies(warning -> assertThat(warning.hint()).isEqualTo("did you mean `target`?"));
    assertThat(errors("[]")).containsExactly("1:1 an action: expected a mapping, found a list");
    assertThat(errors("")).containsExactly("1:1 the file is empty");
  }

  static final List<KeySection> PLACES =
      KeyTable.ACTION_ROWS.stream()
          .map(KeyDefinition::section)
          .filter(place -> !place.allowsUnknownKeys())
          .distinct()
          .toList();

  @ParameterizedTest
  @FieldSource("PLACES")
  void unknownKeysAreErrors(KeySection place) {
    String unknown = "{ banana: 1 }";
    String yaml =
        switch (place.path()) {
          case "outputs.<id>" -> "{ outputs: { a: " + unknown + " } }";
          case "runs" -> "{ runs: " + unknown + " }";
          default -> "{ runs: { steps: [" + unknown + "] } }";
        };
    assertThat(errors(yaml)).anyMatch(error -> error.contains("unknown key `banana`"));
  }

  @Test
  void inOtherSectionsTheyAreWarnings() {
    ActionReadResult reading =
        read(
            GOOD.replace("name: Build", "nmae: Build")
                .replace("{ default:", "{ type: x, default:"));
    assertThat(reading.action()).isPresent();
    assertThat(reading.diagnostics().warnings())
        .extracting(Diagnostic::message, Diagnostic::hint)
        .containsExactly(
            tuple("unknown key `nmae` in an action has no effect", "did you mean `name`?"),
            tuple("`type` has no effect in `inputs`", "inputs of actions are always strings"));
  }

  private static ActionReadResult read(String yaml) {
    return ActionFile.read("action.yml", yaml.getBytes(UTF_8));
  }

  private static List<String> errors(String yaml) {
    return read(yaml).diagnostics().errors().stream()
        .map(error ->
            error.position().line() + ":" + error.position().column() + " " + error.message())
        .toList();
  }
}
