package dev.pawl.core.run;

import java.time.Duration;

/// Durations for people: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`.
public final class DurationText {

  public static String of(Duration span) {
    long millis = Math.max(0, span.toMillis());
    if (millis < 10_000) {
      long tenths = millis % 1000 / 100;
      return tenths == 0 && millis >= 1000
          ? millis / 1000 + " s"
          : millis / 1000 + "." + tenths + " s";
    }
    if (millis < 60_000) {
      return millis / 1000 + " s";
    }
    if (span.toHours() == 0) {
      return span.toMinutes() + " min " + span.toSecondsPart() + " s";
    }
    return span.toHours() + " h " + span.toMinutesPart() + " min";
  }

  private DurationText() {}
}
