package dev.pawl.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.template.Template;
import dev.pawl.expression.value.Value;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// For any source, an expression ends in a value or in an [ExpressionError], in bounded time.
class ExpressionFuzzTest {

  private static final int TIMES = 20_000;
  private static final Duration SOON = Duration.ofMinutes(3);

  private static final List<String> VALID =
      List.of(
          "github.event.commits[0].id == 'abc' && !contains(github.ref, 'main')",
          "format('{0} {{{1}}}', toJSON(github), join(github.list.*, '-'))",
          "case(github.a > 1.5e3, fromJSON('[1, {\"a\": null}]')[1].a, 0xff || -Infinity)",
          "(success() || hashFiles('**/*.lock', '!x')) != NaN",
          "startsWith('it''s', github['list'][*].x) <= endsWith(null, true)",
          "fromJSON(format('[{0},{0},{0}]', toJSON(github)))");
  private static final List<String> WORDS =
      List.of(
          "(",
          ")",
          "[",
          "]",
          ",",
          ".",
          "*",
          "!",
          "<",
          "<=",
          ">",
          ">=",
          "==",
          "!=",
          "&&",
          "||",
          "'",
          "''",
          " ",
          "\n",
          "1",
          "-0",
          "0x1",
          "1e99",
          "null",
          "true",
          "NaN",
          "github",
          "list",
          "format(",
          "join(",
          "toJSON(",
          "fromJSON(",
          "case(",
          "contains(",
          "'{0}{0}'",
          "'[1]'",
          "always()",
          "ı",
          "\uD801",
          "\0",
          "${{",
          "}}");

  private final MapEnvironment given =
      MapEnvironment.contexts(
          """
          {"github": {"ref": "refs/heads/main", "a": 2, "list": [1, "two", [3], {"x": null}],
                      "event": {"commits": [{"id": "ABC"}]}}}
          """);

  @Test
  void randomBytes() {
    many(
        1,
        random -> {
          byte[] bytes = new byte[random.nextInt(200)];
          random.nextBytes(bytes);
          tryOut(new String(bytes, StandardCharsets.ISO_8859_1));
          tryOut(new String(bytes, StandardCharsets.UTF_16BE));
        });
  }

  @Test
  void randomWords() {
    many(
        2,
        random -> {
          var source = new StringBuilder();
          for (int i = random.nextInt(40); i > 0; i--) {
            source.append(WORDS.get(random.nextInt(WORDS.size())));
          }
          tryOut(source.toString());
        });
  }

  @Test
  void validExpressionsWithMistakes() {
    many(
        3,
        random -> {
          var source = new StringBuilder(VALID.get(random.nextInt(VALID.size())));
          for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(source.length());
            switch (random.nextInt(3)) {
              case 0 -> source.deleteCharAt(at);
              case 1 -> source.insert(at, WORDS.get(random.nextInt(WORDS.size())));
              default -> source.setCharAt(at, (char) random.nextInt(' ', 0x7f));
            }
          }
          tryOut(source.toString());
        });
  }

  @Test
  void deepNestingAndLongChains() {
    many(
        4,
        random -> {
          String piece = WORDS.get(random.nextInt(WORDS.size()));
          String last = WORDS.get(random.nextInt(WORDS.size()));
          int times = random.nextInt(ExpressionLimits.LENGTH / piece.length());
          // Most of them are refused at once, and some are long: a tenth of the budget will do.
          if (random.nextInt(10) == 0) {
            tryOut(piece.repeat(times) + last);
            tryOut("1" + (piece + last).repeat(Math.min(times, 200)));
          }
        });
  }

  @Test
  void aMegabyteOfAnything() {
    Assertions.assertTimeout(
        SOON,
        () -> {
          for (String word : WORDS) {
            String much = word.repeat((1 << 20) / word.length());
            assertThat(tryOut(much)).as(word).isFalse();
            tryOutText("${{" + much + "}}");
            tryOutText(much);
            tryOutJson(much);
          }
        });
  }

  private static void many(long seed, Consumer<Random> once) {
    var random = new Random(seed);
    Assertions.assertTimeout(
        SOON,
        () -> {
          for (int i = 0; i < TIMES; i++) {
            once.accept(random);
          }
        });
  }

  /// Whether it is an expression; its error lies within the source.
  private boolean tryOut(String source) {
    try {
      Expression expression = Expression.parse(source, given.names());
      assertThat(expression.references()).hasSizeLessThan(ExpressionLimits.LENGTH);
      Value value = expression.evaluate(given);
      assertThat(Value.parseJson(value.json()).kind()).isNotEmpty();
      return true;
    } catch (ExpressionError e) {
      assertThat(e.message()).isNotBlank();
      assertThat(e.offset()).as(source).isBetween(0, source.length());
      return false;
    }
  }

  private void tryOutText(String text) {
    try {
      assertThat(Template.of(text).evaluate(given.names(), given)).isNotNull();
    } catch (ExpressionError e) {
      assertThat(e.offset()).isBetween(0, text.length());
    }
  }

  private static void tryOutJson(String text) {
    try {
      assertThat(Value.parseJson(text)).isNotNull();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("is expected at character");
    }
  }
}
