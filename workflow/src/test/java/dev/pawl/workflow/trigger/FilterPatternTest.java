package dev.pawl.workflow.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterPatternTest {

  private static FilterPattern pattern(String source) {
    try {
      return FilterPattern.parse(source);
    } catch (PatternError e) {
      throw new AssertionError(source, e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "main, main",
    "feature/*, feature/my-branch",
    "feature/*, feature/",
    "feature/**, feature/beta-a/my-branch",
    "releases/mona-the-octocat, releases/mona-the-octocat",
    "*, releases",
    "**, every/branch",
    "*feature, mona-feature",
    "*feature, feature",
    "v2*, v2",
    "v2*, v2.9",
    "v[12].[0-9]+.[0-9]+, v1.10.1",
    "v[12].[0-9]+.[0-9]+, v2.0.0",
    "*.jsx?, page.js",
    "*.jsx?, page.jsx",
    "**.js, index.js",
    "**.js, src/js/app.js",
    "docs/*, docs/file.md",
    "docs/**, docs/mona/octocat.txt",
    "docs/**/*.md, docs/README.md",
    "docs/**/*.md, docs/a/markdown/file.md",
    "**/docs/**, docs/hello.md",
    "**/docs/**, dir/docs/my-file.txt",
    "**/docs/**, space/docs/plan/space.doc",
    "**/README.md, README.md",
    "**/README.md, js/README.md",
    "**/*src/**, a/src/app.js",
    "**/*src/**, my-src/code/js/app.js",
    "**/*-post.md, my-post.md",
    "**/*-post.md, path/their-post.md",
    "**/migrate-*.sql, db/sept/migrate-v1.sql",
    "a**/b, a/x/b",
    "a**/b, ax/b",
    "**/**/x, a/x",
    "colou?r, color",
    "ab?c?, a",
    "go+gle, gooogle",
    "+x, +x",
    "?, ?",
    "x\\*, x*",
    "\\!x, !x",
    "a!, a!",
    "[-a], -",
    "[a-], -",
    "[\\]], ]",
    "[.], .",
    "häuser/*, häuser/süd"
  })
  void itMatches(String source, String name) {
    assertThat(pattern(source).matches(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "main, Main",
    "main, main2",
    "main, a/main",
    "*, a/b",
    "feature/*, feature/a/b",
    "feature/*, feature",
    "v[12].[0-9]+.[0-9]+, v3.0.0",
    "v[12].[0-9]+.[0-9]+, v1.0",
    "v[12].[0-9]+.[0-9]+, v1x0x0",
    "*.js, js/index.js",
    "docs/**, docs",
    "docs/**/*.md, docs.md",
    "**/docs/**, mydocs/a",
    "a**/b, ab",
    "**/x, ax",
    "colou?r, colouur",
    "go+gle, ggle",
    "x\\*, xy",
    "\\!x, x",
    "[a-c], d",
    "[a-c], ab",
    "a.c, abc",
    "(a|b), a"
  })
  void itDoesNotMatch(String source, String name) {
    assertThat(pattern(source).matches(name)).isFalse();
  }

  @Test
  void aNegativeOneSaysSo() {
    assertThat(pattern("!docs/**").isNegative()).isTrue();
    assertThat(pattern("!docs/**").matches("docs/a")).isTrue();
    assertThat(pattern("\\!docs").isNegative()).isFalse();
    assertThat(pattern("!docs/**")).hasToString("!docs/**");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, empty",
    "!, 0, empty",
    "a[bc, 1, not closed",
    "a[bc\\], 1, not closed",
    "a[], 1, no character",
    "a[z-b], 2, reversed",
    "ab\\, 2, nothing follows"
  })
  void aMalformedPatternIsReportedAtItsOffset(String source, int offset, String words) {
    PatternError error =
        catchThrowableOfType(PatternError.class, () -> FilterPattern.parse(source));

    assertThat(error).hasMessageContaining(words);
    assertThat(error.offset()).isEqualTo(offset);
  }

  @Test
  void aPatternThatIsTooLongIsRejected() {
    PatternError error =
        catchThrowableOfType(PatternError.class, () -> FilterPattern.parse("a".repeat(1025)));

    assertThat(error).hasMessageContaining("1024");
  }

  /// A backtracking matcher would take practically for ever with each of these.
  @ParameterizedTest
  @CsvSource({"**a, 500", "*a?, 300", "a+?, 500", "**/, 300"})
  void noPatternExplodes(String part, int times) {
    FilterPattern pattern = pattern(part.repeat(times / part.length()) + "!");
    String name = "a/".repeat(2000);

    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(1), () -> assertThat(pattern.matches(name)).isFalse());
  }

  @Test
  void anyTextIsAPatternOrAnError() {
    Random random = new Random(11);
    for (int i = 0; i < 50_000; i++) {
      String source = words(random, "a", "/", "*", "?", "+", "[", "]", "-", "!", "\\", "\0", "ü");
      try {
        boolean _ = FilterPattern.parse(source).matches("a/ü");
      } catch (PatternError e) {
        assertThat(e.offset()).as(source).isBetween(0, source.length());
      }
    }
  }

  /// Regular expressions are the oracle for short patterns, where they cannot backtrack for long.
  @Test
  void itAgreesWithRegularExpressions() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      String source = words(random, "a", "b", "/", "*", "**", "**/", "a?", "b+", "[ab]", "[a/]+");
      String name = words(random, "a", "b", "/", "a", "b");
      if (!source.isEmpty()) {
        assertThat(pattern(source).matches(name))
            .as("%s against %s", source, name)
            .isEqualTo(Pattern.matches(regularExpression(source), name));
      }
    }
  }

  private static String words(Random random, String... words) {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(6); n > 0; n--) {
      text.append(words[random.nextInt(words.length)]);
    }
    return text.toString();
  }

  private static String regularExpression(String source) {
    return source
        .replaceAll("(?<=^|/)\\*\\*/", "<dirs>")
        .replace("**", "<all>")
        .replace("*", "[^/]*")
        .replace("<dirs>", "(.+/)?")
        .replace("<all>", ".*");
  }
}
