package dev.pawl.cli.console;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/// What a service tells whoever looks at it: a line at a time, with the time.
public final class ServiceConsole {

  public static void line(String text) {
    LocalTime now = LocalTime.now(java.time.ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    System.out.println(
        "%tT %s".formatted(now, dev.pawl.workflow.diagnostics.PrintableText.line(text)));
  }

  private ServiceConsole() {}
}
