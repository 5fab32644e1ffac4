package dev.pawl.agent.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathGlobTest {

  private static PathGlob glob(String line) {
    return PathGlob.parse(line, "/workspace").orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "b, b",
    "b, b/c/d",
    "b/, b/c",
    "b/**, b",
    "b/**, b/c/d",
    "b/**/, b/c",
    "**/b, b",
    "**/b, a/b/c",
    "a/**/b, a/b",
    "a/**/b, a/x/y/b/c",
    "a/**/**/b, a/b",
    "**, a",
    "**/, a",
    "**/**, a/b",
    ".//./a, a",
    "*, a/b",
    "a***b, ab",
    "[+-9], 5",
    "[!], x",
    "[^a-c], d",
    "[a, [a",
    "[], []",
    "\\*, *",
    "/workspace/a, a",
    "!!a, a"
  })
  void itMatches(String pattern, String path) {
    assertThat(glob(pattern).matches(path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "b/, b",
    "b/**/, b",
    "b/*, b",
    "a/*/c, a/b/x/c",
    "a**b, a/b",
    "a[+-9]b, a/b",
    "a[!x]b, a/b",
    "a?b, a/b",
    "[z-a], m",
    "ab, a",
    "a, ab"
  })
  void itDoesNotMatch(String pattern, String path) {
    assertThat(glob(pattern).matches(path)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "b/c/d.txt, b, true",
    "b/c/d.txt, b/c, true",
    "b/c/d.txt, b/x, false",
    "b/c/, b/c, true",
    "b, b/c, true",
    "*.lock, b, false",
    "**/*.lock, a/b, true",
    "a/**/b, a/x/y, true",
    "x, '', true"
  })
  void itKnowsWhichDirectoriesToSearch(String pattern, String directory, boolean mayMatch) {
    assertThat(glob(pattern).mayMatchIn(directory)).isEqualTo(mayMatch);
  }

  @ParameterizedTest
  @CsvSource({"b/c/*.txt, b c", "b/[ab]/c, b", "b/[a/c, b [a c", "a\\*/b, ''"})
  void itKnowsWhereToStart(String pattern, String names) {
    assertThat(String.join(" ", glob(pattern).literalPrefix())).isEqualTo(names);
  }
}
