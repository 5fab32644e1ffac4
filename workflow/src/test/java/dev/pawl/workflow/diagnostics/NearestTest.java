package dev.pawl.workflow.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

  private static final List<String> KEYS = List.of("runs-on", "needs", "steps", "env");

  @Test
  void aLetterTooFewTooManyOrAnotherIsForgiven() {
    assertThat(Nearest.to("step", KEYS)).contains("steps");
    assertThat(Nearest.to("stepps", KEYS)).contains("steps");
    assertThat(Nearest.to("staps", KEYS)).contains("steps");
  }

  @Test
  void twoLettersSwappedAreOneMistake() {
    assertThat(Nearest.to("nev", KEYS)).contains("env");
  }

  @Test
  void upperAndLowerCaseAreAlike() {
    assertThat(Nearest.to("Runs-On", KEYS)).contains("runs-on");
    assertThat(Nearest.to("ENV", KEYS)).contains("env");
  }

  @Test
  void theNearestOfSeveralIsMeant() {
    assertThat(Nearest.to("build2", List.of("build-1", "build", "build-2"))).contains("build");
  }

  @Test
  void whatIsNotNearIsNotGuessed() {
    assertThat(Nearest.to("banana", KEYS)).isEmpty();
    assertThat(Nearest.to("x", List.of("y"))).isEmpty();
    assertThat(Nearest.to("z".repeat(1000), List.of("z".repeat(1001)))).isEmpty();
    assertThat(Nearest.hint("banana", KEYS)).isEmpty();
  }

  @Test
  void theHintIsAQuestion() {
    assertThat(Nearest.hint("neds", KEYS)).isEqualTo("did you mean `needs`?");
  }
}
