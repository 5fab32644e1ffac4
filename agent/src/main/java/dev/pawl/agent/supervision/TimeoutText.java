package dev.pawl.agent.supervision;

import java.time.Duration;

/// How long something took, or may take, for people: `5m` `90s` `1500ms`.
public final class TimeoutText {

  public static String text(Duration time) {
    long millis = time.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    return millis % 60_000 == 0 ? time.toMinutes() + "m" : time.toSeconds() + "s";
  }

  private TimeoutText() {}
}
