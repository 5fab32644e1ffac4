package dev.pawl.cli.console;

import java.io.Console;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Facts about the output: whether it is a terminal, and the local time.
public final class TerminalInfo {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);

  /// Whether standard output is a terminal.
  @SuppressWarnings("SystemConsoleNull")
  public // it is null without a terminal
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /// The time in UTC with milliseconds, always of the same width: `2026-01-02T03:04:05.000Z`.
  public static String utcTime(Instant instant) {
    return UTC.format(instant.atOffset(ZoneOffset.UTC));
  }

  /// Asks the user a question and returns the line that they type; empty without a terminal.
  @SuppressWarnings("SystemConsoleNull") // it is null without a terminal
  public static Optional<String> ask(String question) {
    Console console = System.console();
    return console != null && console.isTerminal()
        ? Optional.ofNullable(console.readLine("%s", question))
        : Optional.empty();
  }

  /// Asks the user for a secret, which is not shown; empty without a terminal.
  @SuppressWarnings("SystemConsoleNull") // it is null without a terminal
  public static Optional<String> askSecret(String question) {
    Console console = System.console();
    return console != null && console.isTerminal()
        ? Optional.ofNullable(console.readPassword("%s", question)).map(String::new)
        : Optional.empty();
  }

  /// Prints a text to the terminal, whatever standard output and error are redirected to. Returns
  /// false without a terminal, and then the text is not made.
  @SuppressWarnings("SystemConsoleNull") // it is null without a terminal
  public static boolean print(Supplier<String> text) {
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      return false;
    }
    console.printf("%s", text.get());
    console.flush();
    return true;
  }

  public static String localTime(Instant instant) {
    return TIME.format(instant.atZone(ZoneId.systemDefault()));
  }

  private TerminalInfo() {}
}
