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
  private static final int LONGEST_REGEX = 500;

  private final DiagnosticCollector findings;
  private final NumberFormatChecker numbers;

  FormatChecker(DiagnosticCollector findings) {
    this.findings = findings;
    this.numbers = new NumberFormatChecker(findings);
  }

  void check(YamlScalar scalar, ScalarFormat format, ValueLabel what) {
    switch (format) {
      case CONDITION -> {}
      case TEXT -> warnIfRewritten(scalar);
      case WORD, SCRIPT -> word(scalar, format, what);
      case STEP_SCRIPT -> stepScript(scalar, what);
      case BOOLEAN -> {
        if (scalar.kind() != ScalarKind.BOOLEAN) {
          unexpected(scalar, format, what);
        }
      }
      case NUMBER, MINUTES, FACTOR, COUNT, INTEGER, EXIT_CODE -> number(scalar, format, what);
      case DURATION -> duration(scalar, what);
      case CRON ->
          CronSyntax.problem(ScalarValues.string(scalar))
              .ifPresent(told -> wrong(scalar, what, told));
      case TIMEZONE -> timezone(scalar, what);
      case PATTERN -> pattern(scalar, what);
      case REGEX -> regex(scalar, what);
    }
  }

  private void stepScript(YamlScalar scalar, ValueLabel what) {
    if (scalar.isNothing() || scalar.text().isBlank()) {
      findings.warning(scalar.position(), what + " is empty: it does nothing", "");
    } else {
      warnIfRewritten(scalar);
    }
  }

  private void word(YamlScalar scalar, ScalarFormat format, ValueLabel what) {
    if (scalar.isNothing()) {
      unexpected(scalar, format, what);
    } else if (scalar.text().isBlank()) {
      findings.error(scalar.position(), what + " is empty");
    } else {
      warnIfRewritten(scalar);
    }
  }

  /// Warns of a number that does not keep its spelling, such as the version `3.10`.
  void warnIfRewritten(YamlScalar scalar) {
    if (NumberFormatChecker.isNumber(scalar)
        && !ScalarValues.string(scalar).equals(scalar.text())) {
      findings.warning(
          scalar.position(),
          quoted(scalar) + " is the number " + ScalarValues.string(scalar),
          "put it in quotes to keep it as it is written");
    }
  }

  private void number(YamlScalar scalar, ScalarFormat format, ValueLabel what) {
    if (!NumberFormatChecker.isNumber(scalar)) {
      unexpected(scalar, format, what);
    } else if (format == ScalarFormat.MINUTES) {
      numbers.minutes(scalar, what);
    } else if (format == ScalarFormat.FACTOR) {
      numbers.factor(scalar, what);
    } else if (format != ScalarFormat.NUMBER) {
      numbers.whole(scalar, format, what);
    }
  }

  private void duration(YamlScalar scalar, ValueLabel what) {
    if (scalar.isNothing()) {
      unexpected(scalar, ScalarFormat.DURATION, what);
      return;
    }
    switch (DurationSyntax.duration(ScalarValues.string(scalar))) {
      case DurationSyntax.Valid _ -> {}
      case DurationSyntax.TooLong _ ->
          findings.error(scalar.position(), what + ": " + quoted(scalar) + " is more than a year");
      case DurationSyntax.Malformed _ ->
          findings.error(
              scalar.position(),
              what + ": " + quoted(scalar) + " is not a duration",
              "write a whole number and its unit: `500ms`, `30s`, `10m`, `8h`, `2d`");
    }
  }

  private void timezone(YamlScalar scalar, ValueLabel what) {
    String name = ScalarValues.string(scalar);
    if (!ZONES.contains(name)) {
      String nearest = findings.hasRoomForErrors() ? SpellingSuggestion.hint(name, ZONES) : "";
      findings.error(
          scalar.position(),
          what + ": there is no time zone " + PrintableText.quoted(name),
          nearest.isEmpty() ? "write a name such as `Europe/Berlin`" : nearest);
    }
  }

  private void pattern(YamlScalar scalar, ValueLabel what) {
    if (scalar.isNothing()) {
      unexpected(scalar, ScalarFormat.PATTERN, what);
      return;
    }
    try {
      FilterPattern _ = FilterPattern.parse(ScalarValues.string(scalar));
    } catch (PatternError error) {
      findings.error(
          scalar.positionAt(Math.min(error.offset(), scalar.text().length())),
          what + ": " + error.getMessage());
    }
  }

  private void regex(YamlScalar scalar, ValueLabel what) {
    String source = ScalarValues.string(scalar);
    if (source.isEmpty() || source.length() > LONGEST_REGEX) {
      findings.error(
          scalar.position(), what + ": a pattern has from 1 to " + LONGEST_REGEX + " characters");
      return;
    }
    try {
      Pattern _ = Pattern.compile(source);
    } catch (PatternSyntaxException error) {
      int offset = Math.clamp(error.getIndex(), 0, scalar.text().length());
      findings.error(
          scalar.positionAt(offset),
          what + ": this is no regular expression",
          String.valueOf(error.getDescription()));
    }
  }

  private void wrong(YamlScalar scalar, ValueLabel what, String told) {
    findings.error(scalar.position(), what + ": " + told);
  }

  private static String quoted(YamlScalar scalar) {
    return PrintableText.quoted(scalar.text());
  }

  private void unexpected(YamlScalar scalar, ScalarFormat format, ValueLabel what) {
    findings.error(
        scalar.position(),
        what + ": expected " + format.described() + ", found " + scalar.described());
  }
}
