package dev.pawl.workflow.reader.value;

import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The syntax of cron schedules: minute, hour, day of the month, month, day of the week.
///
/// A field is `*`, a value, or a range `a-b`; `/n` after one of them takes every n-th; a comma
/// separates several.
public final class CronSyntax {

  private static final Pattern SPACES = Pattern.compile("[ \t]+");

  private record Field(String name, int least, int most, List<String> words) {}

  private static final List<Field> FIELDS =
      List.of(
          new Field("minute", 0, 59, List.of()),
          new Field("hour", 0, 23, List.of()),
          new Field("day of the month", 1, 31, List.of()),
          new Field(
              "month",
              1,
              12,
              List.of(
                  "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                  "dec")),
          new Field(
              "day of the week", 0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat")));

  /// The reason why a text is not a schedule; empty if it is.
  public static Optional<String> problem(String text) {
    String[] parts = SPACES.split(text.strip(), FIELDS.size() + 1);
    if (parts.length != FIELDS.size() || SPACES.matcher(parts[FIELDS.size() - 1]).find()) {
      return Optional.of(
          PrintableText.quoted(text)
              + " is not a cron schedule: expected five fields, such as `30 5 * * mon`");
    }
    return IntStream.range(0, parts.length)
        .mapToObj(index -> problem(parts[index], FIELDS.get(index)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> problem(String part, Field field) {
    boolean fits = List.of(part.split(",", -1)).stream().allMatch(item -> isItem(item, field));
    return fits
        ? Optional.empty()
        : Optional.of(
            PrintableText.quoted(part)
                + " is not a valid "
                + field.name()
                + ": expected "
                + field.least()
                + " to "
                + field.most());
  }

  private static boolean isItem(String item, Field field) {
    String[] stepped = item.split("/", -1);
    if (stepped.length > 2 || (stepped.length == 2 && !isStep(stepped[1], field))) {
      return false;
    }
    if (stepped[0].equals("*")) {
      return true;
    }
    String[] ends = stepped[0].split("-", -1);
    if (ends.length > 2) {
      return false;
    }
    int from = value(ends[0], field);
    int to = value(ends[ends.length - 1], field);
    return from >= 0 && to >= from;
  }

  private static boolean isStep(String step, Field field) {
    int size = number(step);
    return size >= 1 && size <= field.most();
  }

  /// The number of a value, or negative where it is not a value of the field.
  private static int value(String text, Field field) {
    int word = field.words().indexOf(text.toLowerCase(Locale.ROOT));
    int value = word >= 0 ? word + field.least() : number(text);
    return value >= field.least() && value <= field.most() ? value : -1;
  }

  private static int number(String text) {
    boolean isNumber =
        !text.isEmpty() && text.length() <= 2 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? Integer.parseInt(text) : -1;
  }

  private CronSyntax() {}
}
