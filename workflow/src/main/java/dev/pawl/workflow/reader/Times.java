package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads lengths of time. None is longer than a year, so that no sum of them overflows.
final class Times {

  private static final Duration LONGEST = Duration.ofDays(365);
  private static final double MILLIS_A_MINUTE = Duration.ofMinutes(1).toMillis();
  private static final int LONGEST_NUMBER = 30;
  private static final Pattern FORMAT = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");

  private final Findings findings;
  private final Values values;

  Times(Findings findings, Values values) {
    this.findings = findings;
    this.values = values;
  }

  /// A positive number of minutes, whole or not.
  Optional<Duration> minutes(YamlNode node, String what) {
    if (!(node instanceof YamlScalar scalar && isNumber(scalar))) {
      values.unexpected(node, what, "a number");
      return Optional.empty();
    }
    double millis = number(scalar.text()) * MILLIS_A_MINUTE;
    if (!(millis >= 1 && millis <= LONGEST.toMillis())) {
      findings.error(
          node.position(),
          what
              + ": "
              + Printable.quoted(scalar.text())
              + " is not a positive number of minutes, at most a year");
      return Optional.empty();
    }
    return Optional.of(Duration.ofMillis(Math.round(millis)));
  }

  /// A number with its unit.
  Optional<Duration> duration(YamlNode node, String what) {
    return values.text(node, what).flatMap(text -> duration(node, text, what));
  }

  private Optional<Duration> duration(YamlNode node, String text, String what) {
    Matcher matcher = FORMAT.matcher(text);
    if (!matcher.matches()) {
      findings.error(
          node.position(),
          what + ": " + Printable.quoted(text) + " is not a duration",
          "write a whole number and its unit: `500ms`, `30s`, `10m`, `8h`, `2d`");
      return Optional.empty();
    }
    Duration duration = unit(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
    if (duration.compareTo(LONGEST) > 0) {
      findings.error(
          node.position(), what + ": " + Printable.quoted(text) + " is more than a year");
      return Optional.empty();
    }
    return Optional.of(duration);
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

  private static boolean isNumber(YamlScalar scalar) {
    return scalar.kind() == ScalarKind.INTEGER || scalar.kind() == ScalarKind.DECIMAL;
  }

  /// The value of a number of the core schema, and no number for what nobody would write.
  private static double number(String text) {
    if (text.length() > LONGEST_NUMBER) {
      return Double.NaN;
    }
    try {
      return text.startsWith("0x")
          ? Long.parseLong(text.substring(2), 16)
          : text.startsWith("0o") ? Long.parseLong(text.substring(2), 8) : Double.parseDouble(text);
    } catch (NumberFormatException notFinite) {
      return Double.NaN;
    }
  }
}
