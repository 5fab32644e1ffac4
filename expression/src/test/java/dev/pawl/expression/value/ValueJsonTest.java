package dev.pawl.expression.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.expression.value.Value.Dict;
import dev.pawl.expression.value.Value.Num;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Values parsed from and written as JSON.
class ValueJsonTest {

  @Test
  void writtenJsonIsReadBack() {
    for (String json :
        new String[] {
          "null",
          "[true,false,[],{}]",
          "{\"b\":1,\"a\":{\"\":\"\\\"\\\\\\n\\t\\r\\b\\f\\u0000\"}}",
          "\"é\uD83D\uDE00\"",
          "[0,-1,0.1,123456789012345680,1.5e-9,1e300,4.9e-324]"
        }) {
      assertThat(Value.parseJson(json).json()).isEqualTo(json);
    }
  }

  @Test
  void everyNumberComesBack() {
    for (double number : new double[] {1 / 3.0, 0.1 + 0.2, Long.MAX_VALUE, 1e21, Math.PI * 1e-7}) {
      assertThat(Value.parseJson(new Num(number).json())).isEqualTo(new Num(number));
    }
    assertThat(new Num(Double.NaN).json()).isEqualTo("null");
  }

  @Test
  void escapesAreUnderstood() {
    assertThat(Value.parseJson(" \"\\u00e9\\/\\ud83d\\ude00\" ").text())
        .isEqualTo("é/\uD83D\uDE00");
  }

  @Test
  void unpairedSurrogatesAreEscaped() {
    for (String half : List.of("\"\\ud83d\"", "\"\\ude00\\ud83d\"", "\"a\\ud83db\"")) {
      assertThat(Value.parseJson(half).json()).isEqualTo(half);
    }
  }

  @Test
  void firstOfNamesThatDifferInCaseCounts() {
    var dict = (Dict) Value.parseJson("{\"Key\": 1, \"other\": 2, \"KEY\": 3}");
    assertThat(dict.fields().keySet()).containsExactly("Key", "other");
    assertThat(dict.fields().get("kEy")).isEqualTo(new Num(1));
    assertThat(dict.fields()).containsKey("OTHER").doesNotContainKey("more");
    assertThat(dict.fields().reversed().keySet()).containsExactly("other", "Key");
    assertThat(dict).isEqualTo(Value.parseJson("{\"Key\": 1, \"other\": 2}"));
  }

  @Test
  void invalidJsonIsReportedWithItsPosition() {
    for (String wrong :
        List.of(
            "",
            "nul",
            "[1",
            "[1,]",
            "{\"a\"}",
            "{a:1}",
            "'a'",
            "\"a",
            "\"\\x\"",
            "\"\\u12g4\"",
            "\"\\u+123\"",
            "\"\\u００４１\"",
            "01",
            "1.",
            ".5",
            "+1",
            "NaN",
            "1 2",
            "\"\n\"",
            "[".repeat(101))) {
      assertThatThrownBy(() -> Value.parseJson(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(".* is expected at character [0-9]+");
    }
  }
}
