package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.hints;
import static dev.pawl.workflow.WorkflowFixture.warnings;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.expression.value.Value;
import dev.pawl.workflow.model.text.TemplateValue;
import dev.pawl.workflow.model.trigger.EventFilter;
import dev.pawl.workflow.model.trigger.EventTrigger;
import dev.pawl.workflow.model.trigger.InputDefinition;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The section `on` of a workflow.
class TriggerKeysTest {

  private static final String JOBS = "\njobs: { a: { runs-on: x, steps: [ { run: x } ] } }\n";

  @Test
  void eventsAreAStringAListOrAMapping() {
    assertThat(on("push").triggers()).extracting(EventTrigger::event).containsExactly("push");
    assertThat(on("[push, pull_request, workflow_dispatch]").triggers())
        .extracting(EventTrigger::event)
        .containsExactly("push", "pull_request");
    assertThat(on("[push, workflow_dispatch]").dispatch()).isPresent();
    assertThat(on("{ push: , workflow_call: }").call()).isPresent();
  }

  @Test
  void filtersAreOneValueOrSeveral() {
    EventTrigger push =
        on("{ push: { branches: main, tags: ['v*', '!v0'], paths-ignore: [docs/**] } }")
            .triggers()
            .getFirst();
    assertThat(push.branches()).containsExactly("main");
    assertThat(push.tags()).containsExactly("v*", "!v0");
    assertThat(push.values(EventFilter.PATHS_IGNORE)).containsExactly("docs/**");
    assertThat(push.paths()).isEmpty();
  }

  @Test
  void filtersAreThoseOfTheirEvent() {
    assertThat(errors(yaml("{ pull_request: { tags: [a] } }")))
        .containsExactly("1:23 unknown key `tags` in `on.pull_request`");
    assertThat(errors(yaml("{ create: { branches: [a] } }")))
        .containsExactly("1:15 `on.create`: expected nothing, found a mapping");
    assertThat(errors(yaml("{ pull_request: { types: [open] } }")))
        .containsExactly(
            "1:31 each item of `on.pull_request.types`: `open` is not one of its values");
    assertThat(hints(yaml("{ pull_request: { types: [open] } }")))
        .containsExactly(
            "expected `assigned`, `unassigned`, `labeled`, `unlabeled`, `opened`, `edited`, …");
    assertThat(on("{ repository_dispatch: { types: [whatever] } }").triggers().getFirst().types())
        .containsExactly("whatever");
  }

  @Test
  void filtersDoNotContradictEachOther() {
    assertThat(errors(yaml("{ push: { branches: [a], branches-ignore: [b] } }")))
        .containsExactly("1:30 `branches` and `branches-ignore` cannot be combined");
    assertThat(warnings(yaml("{ push: { paths: ['!docs/**'] } }")))
        .containsExactly("1:15 `paths` only excludes: nothing ever matches");
    assertThat(errors(yaml("{ push: { branches: [] } }")))
        .containsExactly("1:25 `branches` is empty: list at least one value");
    assertThat(errors(yaml("{ push: { branches: ['a[b'] } }")))
        .singleElement()
        .asString()
        .startsWith("1:28 each item of `on.push.branches`: ");
  }

  @Test
  void aScheduleHasTimesAndAZone() {
    WorkflowTriggers on =
        on(
            "{ schedule: [{ cron: '30 5 * * MON-FRI', timezone: Europe/Berlin }, { cron: 0 0 1 1 0 }] }");
    assertThat(on.schedules())
        .extracting(s -> s.cron() + " " + s.timezone())
        .containsExactly("30 5 * * MON-FRI Europe/Berlin", "0 0 1 1 0 UTC");
    assertThat(errors(yaml("schedule"))).containsExactly("1:5 `schedule` needs at least one time");
    assertThat(errors(yaml("{ schedule: [{ cron: '0 0 * * *', timezone: Europe/Belrin }] }")))
        .containsExactly("1:49 `schedule.timezone`: unknown time zone `Europe/Belrin`");
    assertThat(hints(yaml("{ schedule: [{ cron: '0 0 * * *', timezone: Europe/Belrin }] }")))
        .contains("did you mean `Europe/Berlin`?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "* * * * *",
        "*/15 0-6,20-23 1,15 jan-mar sun",
        "0/5 * * * *",
        "0 0 31 12 6",
        "5-10/2 * * * *"
      })
  void timesHaveFiveFields(String cron) {
    assertThat(errors(yaml("{ schedule: [{ cron: '" + cron + "' }] }"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@daily", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *",
        "* * * * 7", "*/0 * * * *", "5-1 * * * *", "a * * * *", "1,,2 * * * *", "* * * * mon-",
            "-1 * * * *",
        "1/2/3 * * * *", ""
      })
  void anythingElseIsNoTime(String cron) {
    assertThat(errors(yaml("{ schedule: [{ cron: '" + cron + "' }] }"))).hasSize(1);
  }

  @Test
  void inputsHaveTypes() {
    WorkflowTriggers on =
        on(
            "{ workflow_dispatch: { inputs: { a: , b: { type: number, default: 2, required: true },"
                + " c: { type: choice, options: [x, y], default: y, description: which } } } }");
    assertThat(on.dispatch().orElseThrow())
        .extracting(InputDefinition::name, InputDefinition::type, InputDefinition::required)
        .containsExactly(
            tuple("a", InputDefinition.Type.STRING, false),
            tuple("b", InputDefinition.Type.NUMBER, true),
            tuple("c", InputDefinition.Type.CHOICE, false));
    assertThat(on.dispatch().orElseThrow().get(1).defaultValue())
        .contains(new TemplateValue.Literal(new Value.Num(2)));
    assertThat(on.dispatch().orElseThrow().get(2).options()).containsExactly("x", "y");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ type: strin }",
        "{ type: choice }",
        "{ type: choice, options: [a], default: b }",
        "{ type: boolean, default: maybe }",
        "{ type: number, default: many }",
        "{ default: '${{ github.ref }}' }"
      })
  void invalidInputsAreRejected(String input) {
    assertThat(errors(yaml("{ workflow_dispatch: { inputs: { a: " + input + " } } }"))).hasSize(1);
  }

  @Test
  void inputNamesAreIdentifiers() {
    assertThat(errors(yaml("{ workflow_dispatch: { inputs: { 'a b': , a: , A: } } }")))
        .containsExactly("1:38 `a b` is not a valid input id", "1:52 the key `A` is a duplicate");
  }

  @Test
  void aCallHasInputsSecretsAndOutputs() {
    WorkflowTriggers on =
        on(
            "{ workflow_call: { inputs: { a: { type: boolean, default: '${{ inputs.a }}' } },"
                + " secrets: { s: { required: true }, t: }, outputs: { o: { value: x } } } }");
    assertThat(on.call().orElseThrow().inputs().getFirst().defaultValue().orElseThrow())
        .isInstanceOf(TemplateValue.Computed.class);
    assertThat(on.call().orElseThrow().secrets())
        .extracting(s -> s.required())
        .containsExactly(true, false);
    assertThat(on.call().orElseThrow().outputs().getFirst().value().source()).isEqualTo("x");
  }

  private static WorkflowTriggers on(String value) {
    return workflow(yaml(value)).on();
  }

  private static String yaml(String on) {
    return "on: " + on + JOBS;
  }
}
