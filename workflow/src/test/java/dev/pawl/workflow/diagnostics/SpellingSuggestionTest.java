package dev.pawl.workflow.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingSuggestionTest {

  private static final List<String> KEYS = List.of("runs-on", "needs", "steps", "env");

  @Test
  void smallSpellingMistakesHaveASuggestion() {
    assertThat(SpellingSuggestion.nearest("step", KEYS)).contains("steps");
    assertThat(SpellingSuggestion.nearest("stepps", KEYS)).contains("steps");
    assertThat(SpellingSuggestion.nearest("staps", KEYS)).contains("steps");
  }

  @Test
  void twoLettersSwappedAreOneMistake() {
    assertThat(SpellingSuggestion.nearest("nev", KEYS)).contains("env");
  }

  @Test
  void upperAndLowerCaseAreAlike() {
    assertThat(SpellingSuggestion.nearest("Runs-On", KEYS)).contains("runs-on");
    assertThat(SpellingSuggestion.nearest("ENV", KEYS)).contains("env");
  }

  @Test
  void theNearestOfSeveralIsMeant() {
    assertThat(SpellingSuggestion.nearest("build2", List.of("build-1", "build", "build-2")))
        .contains("build");
  }

  @Test
  void distantWordsHaveNoSuggestion() {
    assertThat(SpellingSuggestion.nearest("banana", KEYS)).isEmpty();
    assertThat(SpellingSuggestion.nearest("x", List.of("y"))).isEmpty();
    assertThat(SpellingSuggestion.nearest("z".repeat(1000), List.of("z".repeat(1001)))).isEmpty();
    assertThat(SpellingSuggestion.hint("banana", KEYS)).isEmpty();
  }

  @Test
  void theHintIsAQuestion() {
    assertThat(SpellingSuggestion.hint("neds", KEYS)).isEqualTo("did you mean `needs`?");
  }
}
