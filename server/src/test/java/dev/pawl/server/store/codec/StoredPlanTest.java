package dev.pawl.server.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.server.RichPlan;
import dev.pawl.server.SamplePlans;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every plan comes back as it went in.
class StoredPlanTest {

  static Stream<Plan> plans() {
    return Stream.of(
        SamplePlans.buildThenTest(),
        SamplePlans.inGroup("g"),
        SamplePlans.usingTool("npm"),
        RichPlan.plan(true),
        RichPlan.plan(false));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void aPlanComesBackAsItWentIn(Plan plan) {
    String text = StoreCodec.encode(Plan.class, plan);
    Plan back = StoreCodec.decode(Plan.class, text);
    assertThat(back).isEqualTo(plan);
    assertThat(back.job(0).body().env().getFirst().sequencedKeySet())
        .containsExactlyElementsOf(plan.job(0).body().env().getFirst().sequencedKeySet());
  }

  @Test
  void aSharedBodyIsWrittenOnce() {
    String one = StoreCodec.encode(Plan.class, SamplePlans.sideBySide(1));
    String many = StoreCodec.encode(Plan.class, SamplePlans.sideBySide(256));
    assertThat(many.split("echo hello", -1)).hasSize(2);
    assertThat(one.split("echo hello", -1)).hasSize(2);
  }

  @Test
  void theDefaultConditionIsShared() {
    Plan back =
        StoreCodec.decode(Plan.class, StoreCodec.encode(Plan.class, SamplePlans.buildThenTest()));
    assertThat(back.job(1).policy().condition()).isSameAs(Condition.SUCCESS);
  }
}
