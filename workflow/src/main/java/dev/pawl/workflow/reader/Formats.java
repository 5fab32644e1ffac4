package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Format;
import dev.pawl.workflow.trigger.FilterPattern;
import dev.pawl.workflow.trigger.PatternError;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlScalar;
import java.time.ZoneId;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Checks that a value without expressions is of its [Format].
final class Formats {

  private static final SequencedSet<String> ZONES = new TreeSet<>(ZoneId.getAvailableZoneIds());
  private static final int LONGEST_REGEX = 500;
  private static final int MOST = 1_000_000;
  private static final int MOST_EXIT_CODE = 255;
  private static final int MOST_FACTOR = 100;

  private final Findings findings;

  Formats(Findings findings) {
    this.findings = findings;
  }

  void check(YamlScalar scalar, Format format, What what) {
    switch (format) {
      case CONDITION -> {}
      case TEXT -> warnIfRewritten(scalar);
      case WORD, SCRIPT -> word(scalar, format, what);
      case BOOLEAN -> {
        if (scalar.kind() != ScalarKind.BOOLEAN) {
          unexpected(scalar, format, what);
        }
      }
      case NUMBER -> {
        boolean _ = isNumber(scalar, format, what);
      }
      case MINUTES -> minutes(scalar, what);
      case FACTOR -> range(scalar, format, what, 1, MOST_FACTOR, false);
      case COUNT -> range(scalar, format, what, 1, MOST, true);
      case INTEGER -> range(scalar, format, what, -MOST, MOST, true);
      case EXIT_CODE -> range(scalar, format, what, 0, MOST_EXIT_CODE, true);
      case DURATION -> duration(scalar, what);
      case CRON ->
          Cron.problem(Scalars.string(scalar)).ifPresent(told -> wrong(scalar, what, told));
      case TIMEZONE -> timezone(scalar, what);
      case PATTERN -> pattern(scalar, what);
      case REGEX -> regex(scalar, what);
    }
  }

  private void word(YamlScalar scalar, Format format, What what) {
    if (scalar.isNothing()) {
      unexpected(scalar, format, what);
    } else if (scalar.text().isBlank()) {
      findings.error(scalar.position(), what + " is empty");
    } else {
      warnIfRewritten(scalar);
    }
  }

  /// A version such as `3.10` is a number unless somebody puts it in quotes.
  void warnIfRewritten(YamlScalar scalar) {
    boolean isNumber = scalar.kind() == ScalarKind.INTEGER || scalar.kind() == ScalarKind.DECIMAL;
    if (isNumber && !Scalars.string(scalar).equals(scalar.text())) {
      findings.warning(
          scalar.position(),
          quoted(scalar) + " is the number " + Scalars.string(scalar),
          "put it in quotes to keep it as it is written");
    }
  }

  private void minutes(YamlScalar scalar, What what) {
    if (isNumber(scalar, Format.MINUTES, what) && Times.minutes(scalar.text()).isEmpty()) {
      findings.error(
          scalar.position(),
          what
              + ": "
              + Printable.quoted(scalar.text())
              + " is not a positive number of minutes, at most a year");
    }
  }

  private void range(
      YamlScalar scalar, Format format, What what, int least, int most, boolean isWhole) {
    if (!isNumber(scalar, format, what)) {
      return;
    }
    double number = Scalars.number(scalar.text());
    boolean fits = number >= least && number <= most && (!isWhole || number == Math.rint(number));
    if (!fits) {
      findings.error(
          scalar.position(),
          what
              + ": "
              + Printable.quoted(scalar.text())
              + " is not a "
              + (isWhole ? "whole " : "")
              + "number from "
              + least
              + " to "
              + most);
    }
  }

  private void duration(YamlScalar scalar, What what) {
    if (scalar.isNothing()) {
      unexpected(scalar, Format.DURATION, what);
      return;
    }
    switch (Times.duration(Scalars.string(scalar))) {
      case Times.Length _ -> {}
      case Times.TooLong _ ->
          findings.error(scalar.position(), what + ": " + quoted(scalar) + " is more than a year");
      case Times.NoDuration _ ->
          findings.error(
              scalar.position(),
              what + ": " + quoted(scalar) + " is not a duration",
              "write a whole number and its unit: `500ms`, `30s`, `10m`, `8h`, `2d`");
    }
  }

  private void timezone(YamlScalar scalar, What what) {
    String name = Scalars.string(scalar);
    if (!ZONES.contains(name)) {
      String nearest = findings.hasRoom() ? Nearest.hint(name, ZONES) : "";
      findings.error(
          scalar.position(),
          what + ": there is no time zone " + Printable.quoted(name),
          nearest.isEmpty() ? "write a name such as `Europe/Berlin`" : nearest);
    }
  }

  private void pattern(YamlScalar scalar, What what) {
    if (scalar.isNothing()) {
      unexpected(scalar, Format.PATTERN, what);
      return;
    }
    try {
      FilterPattern _ = FilterPattern.parse(Scalars.string(scalar));
    } catch (PatternError error) {
      findings.error(
          scalar.positionAt(Math.min(error.offset(), scalar.text().length())),
          what + ": " + error.getMessage());
    }
  }

  private void regex(YamlScalar scalar, What what) {
    String source = Scalars.string(scalar);
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

  private boolean isNumber(YamlScalar scalar, Format format, What what) {
    boolean is = scalar.kind() == ScalarKind.INTEGER || scalar.kind() == ScalarKind.DECIMAL;
    if (!is) {
      unexpected(scalar, format, what);
    }
    return is;
  }

  private void wrong(YamlScalar scalar, What what, String told) {
    findings.error(scalar.position(), what + ": " + told);
  }

  private static String quoted(YamlScalar scalar) {
    return Printable.quoted(scalar.text());
  }

  private void unexpected(YamlScalar scalar, Format format, What what) {
    findings.error(
        scalar.position(),
        what + ": expected " + format.described() + ", found " + scalar.described());
  }
}
