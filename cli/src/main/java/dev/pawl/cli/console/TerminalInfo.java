package dev.pawl.cli.console;

import java.io.Console;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// What is on the other side of the output.
public final class TerminalInfo {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  /// Whether somebody is looking.
  @SuppressWarnings("SystemConsoleNull")
  public // it is null, where nobody is looking
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  public static String localTime(Instant instant) {
    return TIME.format(instant.atZone(ZoneId.systemDefault()));
  }

  private TerminalInfo() {}
}
