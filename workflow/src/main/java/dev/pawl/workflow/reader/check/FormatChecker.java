package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.keys.ScalarFormat;
import dev.pawl.workflow.reader.value.CronSyntax;
import dev.pawl.workflow.reader.value.DurationSyntax;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.trigger.FilterPattern;
import dev.pawl.workflow.trigger.PatternError;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlScalar;
import java.time.ZoneId;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Checks that a value without expressions has its [ScalarFormat].
final class FormatChecker {

  private static final SequencedSet<String> ZONES = new TreeSet<>(ZoneId.getAvailableZoneIds());
  private static final int MAX_REGEX_LENGTH = 500;

  private final DiagnosticCollector findings;
  private final NumberFormatChecker numbers;

  FormatChecker(DiagnosticCollector findings) {
    this.findings = findings;
    this.numbers = new NumberFormatChecker(findings);
  }

  void check(YamlScalar scalar, ScalarFormat format, ValueLabel label) {
    switch (format) {
      case CONDITION -> {}
      case TEXT -> warnIfNumberIsRewritten(scalar);
      case WORD, SCRIPT -> word(scalar, format, label);
      case STEP_SCRIPT -> stepScript(scalar, label);
      case BOOLEAN -> {
        if (scalar.kind() != ScalarKind.BOOLEAN) {
          unexpected(scalar, format, label);
        }
      }
      case NUMBER, MINUTES, FACTOR, COUNT, COUNT_OR_ZERO, INTEGER, EXIT_CODE ->
          number(scalar, format, label);
      case DURATION -> duration(scalar, label);
      case CRON ->
          CronSyntax.problem(ScalarValues.string(scalar))
              .ifPresent(problem -> wrong(scalar, label, problem));
      case TIMEZONE -> timezone(scalar, label);
      case PATTERN -> pattern(scalar, label);
      case REGEX -> regex(scalar, label);
    }
  }

  private void stepScript(YamlScalar scalar, ValueLabel label) {
    if (scalar.isNothing() || scalar.text().isBlank()) {
      findings.warning(scalar.position(), label + " is empty: it does nothing", "");
    } else {
      warnIfNumberIsRewritten(scalar);
    }
  }

  private void word(YamlScalar scalar, ScalarFormat format, ValueLabel label) {
    if (scalar.isNothing()) {
      unexpected(scalar, format, label);
    } else if (scalar.text().isBlank()) {
      findings.error(scalar.position(), label + " is empty");
    } else {
      warnIfNumberIsRewritten(scalar);
    }
  }

  /// Warns of a number that does not keep its spelling, such as the version `3.10`.
  void warnIfNumberIsRewritten(YamlScalar scalar) {
    if (NumberFormatChecker.isNumber(scalar)
        && !ScalarValues.string(scalar).equals(scalar.text())) {
      findings.warning(
          scalar.position(),
          quoted(scalar) + " is the number " + ScalarValues.string(scalar),
          "put it in quotes to keep it as it is written");
    }
  }

  private void number(YamlScalar scalar, ScalarFormat format, ValueLabel label) {
    if (!NumberFormatChecker.isNumber(scalar)) {
      unexpected(scalar, format, label);
    } else if (format == ScalarFormat.MINUTES) {
      numbers.minutes(scalar, label);
    } else if (format == ScalarFormat.FACTOR) {
      numbers.factor(scalar, label);
    } else if (format != ScalarFormat.NUMBER) {
      numbers.whole(scalar, format, label);
    }
  }

  private void duration(YamlScalar scalar, ValueLabel label) {
    if (scalar.isNothing()) {
      unexpected(scalar, ScalarFormat.DURATION, label);
      return;
    }
    switch (DurationSyntax.duration(ScalarValues.string(scalar))) {
      case DurationSyntax.Valid _ -> {}
      case DurationSyntax.TooLong _ ->
          findings.error(
              scalar.position(), label + ": " + quoted(scalar) + " is longer than a year");
      case DurationSyntax.Malformed _ ->
          findings.error(
              scalar.position(),
              label + ": " + quoted(scalar) + " is not a duration",
              "write a whole number and its unit: `500ms`, `30s`, `10m`, `8h`, `2d`");
    }
  }

  private void timezone(YamlScalar scalar, ValueLabel label) {
    String name = ScalarValues.string(scalar);
    if (!ZONES.contains(name)) {
      String nearest = findings.hasRoomForErrors() ? SpellingSuggestion.hint(name, ZONES) : "";
      findings.error(
          scalar.position(),
          label + ": unknown time zone " + PrintableText.quoted(name),
          nearest.isEmpty() ? "write a name such as `Europe/Berlin`" : nearest);
    }
  }

  private void pattern(YamlScalar scalar, ValueLabel label) {
    if (scalar.isNothing()) {
      unexpected(scalar, ScalarFormat.PATTERN, label);
      return;
    }
    try {
      FilterPattern _ = FilterPattern.parse(ScalarValues.string(scalar));
    } catch (PatternError error) {
      findings.error(
          scalar.positionAt(Math.min(error.offset(), scalar.text().length())),
          label + ": " + error.getMessage());
    }
  }

  private void regex(YamlScalar scalar, ValueLabel label) {
    String source = ScalarValues.string(scalar);
    if (source.isEmpty() || source.length() > MAX_REGEX_LENGTH) {
      findings.error(
          scalar.position(),
          label + ": a pattern has from 1 to " + MAX_REGEX_LENGTH + " characters");
      return;
    }
    try {
      Pattern _ = Pattern.compile(source);
    } catch (PatternSyntaxException error) {
      int offset = Math.clamp(error.getIndex(), 0, scalar.text().length());
      findings.error(
          scalar.positionAt(offset),
          label + ": invalid regular expression",
          String.valueOf(error.getDescription()));
    }
  }

  private void wrong(YamlScalar scalar, ValueLabel label, String problem) {
    findings.error(scalar.position(), label + ": " + problem);
  }

  private static String quoted(YamlScalar scalar) {
    return PrintableText.quoted(scalar.text());
  }

  private void unexpected(YamlScalar scalar, ScalarFormat format, ValueLabel label) {
    findings.error(
        scalar.position(),
        label + ": expected " + format.described() + ", found " + scalar.described());
  }
}
