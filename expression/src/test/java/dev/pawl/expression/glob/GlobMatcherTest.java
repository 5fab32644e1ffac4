package dev.pawl.expression.glob;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GlobMatcherTest {

  private static final GlobItem A = GlobItem.literal('a');
  private static final GlobItem SLASH = GlobItem.literal('/');

  private static GlobMatcher matcher(GlobItem... items) {
    return new GlobMatcher(List.of(items));
  }

  private static GlobMatcher.Cursor after(GlobMatcher matcher, String text) {
    GlobMatcher.Cursor cursor = matcher.start();
    text.chars().forEach(character -> cursor.advance((char) character));
    return cursor;
  }

  @Test
  void noItemsMatchTheEmptyTextOnly() {
    assertThat(matcher().matches("")).isTrue();
    assertThat(matcher().matches("a")).isFalse();
  }

  @Test
  void itemsMayBeOptionalOrRepeated() {
    assertThat(matcher(A.optional(), SLASH).matches("/")).isTrue();
    assertThat(matcher(A.repeated(), SLASH).matches("aaa/")).isTrue();
    assertThat(matcher(A.repeated(), SLASH).matches("/")).isFalse();
    assertThat(matcher(GlobItem.any(CharacterSet.ALL_BUT_SLASH)).matches("a/a")).isFalse();
  }

  @Test
  void severalItemsMayBeSkippedTogether() {
    GlobMatcher directories = matcher(new GlobItem(CharacterSet.ALL, true, 2), SLASH, A);
    assertThat(directories.matches("a")).isTrue();
    assertThat(directories.matches("x/y/a")).isTrue();
    assertThat(directories.matches("xa")).isFalse();
  }

  @Test
  void theCursorTellsWhatMayStillMatch() {
    GlobMatcher matcher = matcher(A, SLASH, A);
    assertThat(after(matcher, "a/").canContinue()).isTrue();
    assertThat(after(matcher, "a/").isMatch()).isFalse();
    assertThat(after(matcher, "a/a").isMatch()).isTrue();
    assertThat(after(matcher, "b").canContinue()).isFalse();
  }

  @Test
  void manyOptionalItemsAreNoRecursion() {
    GlobItem[] items = new GlobItem[100_000];
    java.util.Arrays.fill(items, GlobItem.any(CharacterSet.ALL));
    assertThat(matcher(items).matches("")).isTrue();
  }

  /// Regular expressions are the oracle for short patterns, where they cannot backtrack for long.
  @Test
  void itAgreesWithRegularExpressions() {
    Random random = new Random(3);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder expression = new StringBuilder();
      List<GlobItem> items = new ArrayList<>();
      for (int count = random.nextInt(6); count > 0; count--) {
        addRandom(random, items, expression);
      }
      String text = text(random);
      assertThat(new GlobMatcher(items).matches(text))
          .as("%s against %s", expression, text)
          .isEqualTo(Pattern.matches(expression.toString(), text));
    }
  }

  private static void addRandom(Random random, List<GlobItem> items, StringBuilder expression) {
    switch (random.nextInt(5)) {
      case 0 -> add(items, expression, A, "a");
      case 1 -> add(items, expression, A.optional(), "a?");
      case 2 -> add(items, expression, A.repeated(), "a+");
      case 3 -> add(items, expression, GlobItem.any(CharacterSet.ALL_BUT_SLASH), "[^/]*");
      default -> {
        add(items, expression, new GlobItem(CharacterSet.ALL, true, 2), "(.+");
        add(items, expression, SLASH, "/)?");
      }
    }
  }

  private static void add(
      List<GlobItem> items, StringBuilder expression, GlobItem item, String regex) {
    items.add(item);
    expression.append(regex);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int count = random.nextInt(7); count > 0; count--) {
      text.append("ab/".charAt(random.nextInt(3)));
    }
    return text.toString();
  }
}
