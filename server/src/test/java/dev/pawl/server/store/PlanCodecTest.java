package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.Plan;
import dev.pawl.server.Plans;
import dev.pawl.server.RichPlan;
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
    assertThat(back.job(0).body().env().getFirst().sequencedKeySet())
        .containsExactlyElementsOf(plan.job(0).body().env().getFirst().sequencedKeySet());
  }

  @Test
  void whatJobsShareIsWrittenOnce() {
    String one = Fields.write(PlanCodec.encode(Plans.sideBySide(1)));
    String many = Fields.write(PlanCodec.encode(Plans.sideBySide(256)));
    assertThat(many.split("echo hello", -1)).hasSize(2);
    assertThat(one.split("echo hello", -1)).hasSize(2);
  }

  @Test
  void theDefaultConditionIsOneForAll() {
    Plan back = PlanCodec.plan(PlanCodec.encode(Plans.buildThenTest()));
    assertThat(back.job(1).policy().condition()).isSameAs(Condition.SUCCESS);
  }
}
