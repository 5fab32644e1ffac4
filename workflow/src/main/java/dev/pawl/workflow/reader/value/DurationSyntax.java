package dev.pawl.workflow.reader.value;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The syntax of durations. None is longer than a year, so that no sum of them overflows.
public final class DurationSyntax {

  private static final Duration MAX_DURATION = Duration.ofDays(365);
  private static final double MILLIS_A_MINUTE = Duration.ofMinutes(1).toMillis();
  private static final Pattern FORMAT = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");

  /// The result of parsing a duration.
  public sealed interface Result {}

  public record Valid(Duration duration) implements Result {}

  public record TooLong() implements Result {}

  public record Malformed() implements Result {}

  /// A positive number of minutes, possibly with a fraction; empty for any other number.
  public static Optional<Duration> minutes(String number) {
    double millis = ScalarValues.number(number) * MILLIS_A_MINUTE;
    return millis >= 1 && millis <= MAX_DURATION.toMillis()
        ? Optional.of(Duration.ofMillis(Math.round(millis)))
        : Optional.empty();
  }

  /// Parses a number with its unit.
  public static Result duration(String text) {
    Matcher matcher = FORMAT.matcher(text);
    if (!matcher.matches()) {
      return new Malformed();
    }
    Duration duration = unit(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
    return duration.compareTo(MAX_DURATION) > 0 ? new TooLong() : new Valid(duration);
  }

  private static Duration unit(String suffix) {
    return switch (suffix) {
      case "ms" -> Duration.ofMillis(1);
      case "s" -> Duration.ofSeconds(1);
      case "m" -> Duration.ofMinutes(1);
      case "h" -> Duration.ofHours(1);
      case "d" -> Duration.ofDays(1);
      default -> throw new IllegalStateException("a unit of FORMAT that is not here: " + suffix);
    };
  }

  private DurationSyntax() {}
}
