package dev.pawl.cli.console;

import java.io.Console;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Facts about the output: whether it is a terminal, and the local time.
public final class TerminalInfo {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  /// Whether standard output is a terminal.
  @SuppressWarnings("SystemConsoleNull")
  public // it is null without a terminal
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  public static String localTime(Instant instant) {
    return TIME.format(instant.atZone(ZoneId.systemDefault()));
  }

  private TerminalInfo() {}
}
