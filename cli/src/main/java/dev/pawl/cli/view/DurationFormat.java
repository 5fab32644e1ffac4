package dev.pawl.cli.view;

import java.time.Duration;

/// Formats durations for people: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
public final class DurationFormat {

  public static String text(Duration span) {
    long millis = Math.max(0, span.toMillis());
    if (millis < 10_000) {
      return "%d.%d s".formatted(millis / 1000, millis % 1000 / 100);
    }
    if (millis < 60_000) {
      return millis / 1000 + " s";
    }
    if (span.toHours() == 0) {
      return "%d min %d s".formatted(span.toMinutes(), span.toSecondsPart());
    }
    return "%d h %d min".formatted(span.toHours(), span.toMinutesPart());
  }

  private DurationFormat() {}
}
