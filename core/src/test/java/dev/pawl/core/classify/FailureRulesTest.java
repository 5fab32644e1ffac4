package dev.pawl.core.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd.Ender;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureRulesTest {

  private static final Failure BROKEN =
      Failure.exited(1, List.of("Cart.java:3: error: ';' expected"));

  private static FailureRule rule(String name, ReasonCode code) {
    return FailureRule.log(code, name, "error:");
  }

  @Test
  void workflowRulesComeBeforeServerAndStarterRules() {
    FailureRules server = FailureRules.starter().before(List.of(rule("server", ReasonCode.LINT)));
    FailureRules both = server.before(List.of(rule("workflow", ReasonCode.TEST)));
    assertThat(FailureRules.starter().classify(BROKEN).rule()).isEqualTo("javac");
    assertThat(server.classify(BROKEN).rule()).isEqualTo("server");
    assertThat(both.classify(BROKEN).rule()).isEqualTo("workflow");
  }

  @Test
  void withinAListTheFirstThatFitsDecides() {
    FailureRules rules =
        FailureRules.starter()
            .before(List.of(rule("first", ReasonCode.HOOK), rule("second", ReasonCode.FLAKY)));
    assertThat(rules.classify(BROKEN).rule()).isEqualTo("first");
  }

  @Test
  void everyKindOfConditionMustMatch() {
    var conditions =
        new FailureRule.Conditions(
            List.of(7, 8), List.of("SIGTERM"), List.of(Ender.PROCESS, Ender.TERMINATED), "stop");
    FailureRules rules =
        FailureRules.starter()
            .before(List.of(new FailureRule("all", ReasonCode.INFRA, conditions)));
    List<String> log = List.of("please stop");
    assertThat(rules.classify(new Failure(8, "TERM", Ender.PROCESS, log)).rule()).isEqualTo("all");
    for (Failure other :
        List.of(
            new Failure(9, "TERM", Ender.PROCESS, log),
            new Failure(null, "TERM", Ender.PROCESS, log),
            new Failure(8, "INT", Ender.PROCESS, log),
            new Failure(8, null, Ender.PROCESS, log),
            new Failure(8, "TERM", Ender.KILLED, log),
            new Failure(8, "TERM", Ender.PROCESS, List.of("please go on")))) {
      assertThat(rules.classify(other).rule()).isEqualTo("none");
    }
  }

  @Test
  void invalidRulesAreExplained() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FailureRule.log(ReasonCode.TEST, "mine", "ab(c"))
        .withMessageContaining("'mine'")
        .withMessageContaining("at character 5")
        .withMessageContaining("Unclosed group");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FailureRule.log(ReasonCode.TEST, "mine", "x".repeat(501)))
        .withMessageContaining("501");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FailureRule.log(ReasonCode.TEST, "mine", ""))
        .withMessageContaining("no condition");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FailureRule.log(ReasonCode.TEST, " ", "x"))
        .withMessageContaining("name");
  }

  @ParameterizedTest
  @EnumSource
  void aRuleGivesAClassOfFailureOrIsRefused(ReasonCode code) {
    if (code.isFailureClass()) {
      assertThat(rule("mine", code).code()).isEqualTo(code);
    } else {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> rule("mine", code))
          .withMessageContaining("is not a failure class");
    }
  }

  @Test
  void thereAreNotTooManyAndNoneIsThereTwice() {
    List<FailureRule> many =
        IntStream.rangeClosed(0, FailureRules.MAX_RULES)
            .mapToObj(i -> rule("rule " + i, ReasonCode.USER))
            .toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FailureRules.starter().before(many))
        .withMessageContaining("101");
    assertThat(FailureRules.starter().before(many.subList(0, FailureRules.MAX_RULES)).ordered())
        .hasSize(FailureRules.MAX_RULES + FailureRules.starter().ordered().size());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FailureRules.starter().before(Collections.nCopies(2, many.getFirst())))
        .withMessageContaining("twice");
  }
}
