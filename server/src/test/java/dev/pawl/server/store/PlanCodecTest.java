package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.Plan;
import dev.pawl.server.Plans;
import dev.pawl.server.RichPlan;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every plan comes back as it went in.
class PlanCodecTest {

  static Stream<Plan> plans() {
    return Stream.of(
        Plans.buildThenTest(),
        Plans.inGroup("g"),
        Plans.usingTool("npm"),
        RichPlan.plan(true),
        RichPlan.plan(false));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void aPlanComesBackAsItWentIn(Plan plan) {
    String text = Fields.write(PlanCodec.encode(plan));
    Plan back = PlanCodec.plan(Fields.read(text));
    assertThat(back).isEqualTo(plan);
    assertThat(back.job(0).env().sequencedKeySet())
        .containsExactlyElementsOf(plan.job(0).env().sequencedKeySet());
  }

  static Stream<Condition> conditions() {
    return Stream.of(
        Condition.SUCCESS,
        new Condition.Failure(),
        Condition.ALWAYS,
        new Condition.Cancelled(),
        new Condition.Known(false, "github.ref == 'main'"),
        new Condition.NeedIs(4, AttemptState.TIMED_OUT),
        new Condition.OutputIs(2, "name", "a \"value\""),
        new Condition.Not(Condition.SUCCESS),
        new Condition.All(List.of(Condition.ALWAYS, new Condition.Not(new Condition.Failure()))),
        new Condition.Any(List.of()));
  }

  @Test
  void thereIsAnExampleOfEveryCondition() {
    assertThat(
            conditions()
                .map(condition -> condition.getClass().getSimpleName())
                .collect(Collectors.toSet()))
        .isEqualTo(Permitted.recordsOf(Condition.class));
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void aConditionComesBackAsItWentIn(Condition condition) {
    String text = Fields.write(ConditionCodec.encode(condition));
    assertThat(ConditionCodec.decode(Fields.read(text))).isEqualTo(condition);
  }
}
