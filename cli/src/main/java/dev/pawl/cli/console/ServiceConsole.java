package dev.pawl.cli.console;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/// Prints the messages of a server or an agent for its operator, one line each, with the time.
public final class ServiceConsole {

  public static void line(String text) {
    LocalTime now = LocalTime.now(java.time.ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    System.out.println(
        "%tT %s".formatted(now, dev.pawl.workflow.diagnostics.PrintableText.line(text)));
  }

  private ServiceConsole() {}
}
