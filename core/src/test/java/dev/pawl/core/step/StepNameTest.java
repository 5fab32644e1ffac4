package dev.pawl.core.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepNameTest {

  @Test
  void namesTheActionsAroundIt() {
    assertThat(StepName.of(List.of("Once", "Run ./greet", "Say it")))
        .isEqualTo("Once / Run ./greet / Say it");
  }

  @Test
  void isOneLineThatWritesOverNothing() {
    assertThat(StepName.of(" Build\r\n\tall\u2028of\u001b[2Jit\u202e\ud800 "))
        .isEqualTo("Build all of [2Jit");
    assertThat(StepName.of("Grüße 👩‍🔧")).isEqualTo("Grüße 👩‍🔧");
    assertThat(StepName.of("\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "👩", "x ", "\n"})
  void isNotTooLongAndCutBetweenCharacters(String piece) {
    String name = StepName.of("a" + piece.repeat(StepName.MAX_LENGTH) + "b");
    assertThat(name.codePointCount(0, name.length())).isLessThanOrEqualTo(StepName.MAX_LENGTH);
    assertThat(name).startsWith("a");
    assertThat(StepName.of(name)).isEqualTo(name);
    String just = "x".repeat(StepName.MAX_LENGTH);
    assertThat(StepName.of(just)).isEqualTo(just);
    assertThat(StepName.of(just + "x")).endsWith("x…").hasSize(StepName.MAX_LENGTH);
  }
}
