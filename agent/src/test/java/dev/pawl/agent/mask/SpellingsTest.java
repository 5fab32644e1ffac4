package dev.pawl.agent.mask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.limits.JobMemoryLimits;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spellings of a secret in the output of tools.
class SpellingsTest {

  private static final String SECRET = "p4ss/w+rd & 'q' \"Ü\" $x\\y?";
  private final SecretMasks masks = new SecretMasks(List.of(SECRET), JobMemoryLimits.DEFAULT);

  private void isMasked(String written) {
    assertThat(masks.mask("<" + written + ">")).isEqualTo("<***>");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void base64WhereverTheValueStands(int before) {
    for (String after : List.of("", "z", "zz", "zzz")) {
      byte[] data = ("y".repeat(before) + SECRET + after).getBytes(StandardCharsets.UTF_8);
      for (var encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
        String encoded = encoder.encodeToString(data);
        String masked = masks.mask(encoded);
        assertThat(masked).contains("***");
        assertThat(masked.length()).isLessThan(3 + before * 4 / 3 + 2 + after.length() * 4 / 3 + 5);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 76})
  void base64InLines(int width) {
    String key = "0123456789abcdefghijklmnopqrstuvwxyz".repeat(5);
    String wrapped =
        Base64.getMimeEncoder(width, new byte[] {'\n'})
            .encodeToString(key.getBytes(StandardCharsets.UTF_8));
    assertThat(
            new SecretMasks(List.of(key), JobMemoryLimits.DEFAULT)
                .mask(wrapped)
                .replaceAll("[*\\n=]", ""))
        .isEmpty();
  }

  @Test
  void urls() {
    isMasked(URLEncoder.encode(SECRET, StandardCharsets.UTF_8));
    isMasked("p4ss%2Fw%2Brd%20%26%20%27q%27%20%22%C3%9C%22%20%24x%5Cy%3F");
    isMasked("p4ss%2fw%2brd%20%26%20%27q%27%20%22%c3%9c%22%20%24x%5cy%3f");
    isMasked("p4ss/w%2Brd%20%26%20%27q%27%20%22%C3%9C%22%20%24x%5Cy%3F");
    isMasked("p4ss%2Fw%2Brd%20%26%20'q'%20%22%C3%9C%22%20%24x%5Cy%3F");
  }

  @Test
  void json() {
    isMasked("p4ss/w+rd & 'q' \\\"Ü\\\" $x\\\\y?");
    isMasked("p4ss\\/w+rd & 'q' \\\"Ü\\\" $x\\\\y?");
    isMasked("p4ss/w+rd & 'q' \\\"\\u00dc\\\" $x\\\\y?");
  }

  @Test
  void shells() {
    isMasked("p4ss/w+rd & '\\''q'\\'' \"Ü\" $x\\y?");
    isMasked("p4ss/w+rd & '\"'\"'q'\"'\"' \"Ü\" $x\\y?");
    isMasked("p4ss/w+rd\\ \\&\\ \\'q\\'\\ \\\"Ü\\\"\\ \\$x\\\\y\\?");
    isMasked("p4ss/w+rd & 'q' \\\"Ü\\\" \\$x\\\\y?");
  }

  @Test
  void otherForms() {
    isMasked("p4ss/w+rd &amp; &#39;q&#39; &quot;Ü&quot; $x\\y?");
    isMasked(HexFormat.of().formatHex(SECRET.getBytes(StandardCharsets.UTF_8)));
    isMasked(HexFormat.of().withUpperCase().formatHex(SECRET.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({"first line", "second line", "'first line\\nsecond line'"})
  void aValueOfSeveralLinesIsMaskedLineByLine(String written) {
    var lines =
        new SecretMasks(
            List.of("first line\n}\nsecond line\n", "first line\nsecond line"),
            JobMemoryLimits.DEFAULT);
    assertThat(lines.mask("<" + written + "> }")).isEqualTo("<***> }");
  }
}
