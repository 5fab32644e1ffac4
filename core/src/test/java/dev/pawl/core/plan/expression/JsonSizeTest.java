package dev.pawl.core.plan.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSizeTest {

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "plain", "\"", "\\", "a\nb", "\u0001", "ä", "日本", "😀", "\ud83d", "x\ude00"})
  void aTextIsNeverLargerThanMeasured(String text) {
    String once = new Value.Text(text).json();
    String twice = new Value.Text(once).json();
    assertThat(JsonSize.of(text)).isBetween(bytes(once), 6L * text.length() + 2);
    // Without the outer quotes.
    assertThat(JsonSize.nested(new Value.Text(text)))
        .isBetween(bytes(twice) - 2, 7L * text.length() + 4);
  }

  @Test
  void aValueIsNeverLargerThanMeasured() {
    SequencedMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("a\"b", new Value.Array(List.of(new Value.Num(1.5), Value.of(true))));
    fields.put("c", new Value.Dict(new LinkedHashMap<>(Map.of("d", new Value.Text("\n")))));
    fields.put("e", new Value.Array(List.of()));
    var value = new Value.Dict(fields);
    long written = bytes(new Value.Text(value.json()).json()) - 2;
    assertThat(JsonSize.nested(value)).isBetween(written, written + 20);
  }
}
