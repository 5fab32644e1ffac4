package dev.pawl.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JobBodyTest {

  private static PlannedAction action(int parent, String name) {
    return new PlannedAction(
        parent,
        "",
        name,
        "./a",
        OrderedMaps.empty(),
        OrderedMaps.empty(),
        OrderedMaps.empty(),
        "",
        "false",
        "",
        "ci.yaml:1:1");
  }

  private static PlannedStep step(String name, int action) {
    PlannedStep it = PlannedStep.of(name, "true", "ci.yaml:1:1");
    return new PlannedStep(
        it.id(),
        it.name(),
        it.action(),
        it.with(),
        it.env(),
        it.condition(),
        it.continueOnError(),
        it.timeoutMinutes(),
        action,
        it.source(),
        it.policy());
  }

  @Test
  void stepOfAnActionNamesItsActions() {
    var body =
        new JobBody(
            List.of(),
            List.of(step("Test\nit", PlannedAction.NONE), step("Say it", 1), step("Bye", 0)),
            List.of(action(PlannedAction.NONE, "Twice"), action(0, "Run ./greet")),
            OrderedMaps.empty());
    assertThat(body.name(0)).isEqualTo("Test it");
    assertThat(body.name(1)).isEqualTo("Twice / Run ./greet / Say it");
    assertThat(body.name(2)).isEqualTo("Twice / Bye");
  }
}
