package dev.pawl.cli;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// What is on the other side of the output.
final class Terminals {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  /// Whether somebody is looking.
  static boolean isTerminal() {
    return System.console().isTerminal();
  }

  static String localTime(Instant instant) {
    return TIME.format(instant.atZone(ZoneId.systemDefault()));
  }

  private Terminals() {}
}
