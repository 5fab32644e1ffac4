package dev.pawl.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// JSON texts are, byte by byte, those of a general library: the journal's hashes are over it.
class JsonTextTest {

  private static String ours(Consumer<JsonText> writing) {
    var text = new JsonText();
    writing.accept(text);
    return text.toString();
  }

  private static String librarys(Consumer<JsonGenerator> writing) {
    var text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      writing.accept(out);
    }
    return text.toString();
  }

  @Test
  void escapesEveryCharacterLikeTheLibrary() {
    var all = new StringBuilder();
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      all.append('a').append((char) c);
    }
    String text = all.toString();

    assertThat(ours(out -> out.writeString(text)))
        .isEqualTo(librarys(out -> out.writeString(text)));
  }

  @Test
  void writesNumbersLikeTheLibrary() {
    double[] numbers = {
      0,
      -0.0,
      1,
      2.5,
      1e7,
      9_999_999,
      1e-3,
      9e-4,
      1e21,
      Math.PI,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      Double.NaN,
      Double.NEGATIVE_INFINITY
    };
    for (double number : numbers) {
      assertThat(ours(out -> out.writeNumber(number)))
          .isEqualTo(librarys(out -> out.writeNumber(number)));
    }
    assertThat(ours(out -> out.writeNumber(Long.MIN_VALUE))).isEqualTo("-9223372036854775808");
  }

  @Test
  void putsCommasBetweenValuesOnly() {
    String text =
        ours(out -> {
          out.writeStartObject();
          out.writeName("a");
          out.writeStartArray();
          out.writeStartObject();
          out.writeEndObject();
          out.writeStartArray();
          out.writeEndArray();
          out.writeString("{");
          out.writeNumber(1);
          out.writeBoolean(true);
          out.writeEndArray();
          out.writeQuotedName(JsonText.quotedName("b\n"));
          out.writeString("");
          out.writeEndObject();
        });

    assertThat(text).isEqualTo("{\"a\":[{},[],\"{\",1,true],\"b\\n\":\"\"}");
  }
}
