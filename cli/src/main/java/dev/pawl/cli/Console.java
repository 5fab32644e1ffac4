package dev.pawl.cli;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/// What a service tells whoever looks at it: a line at a time, with the time.
final class Console {

  static void line(String text) {
    LocalTime now = LocalTime.now(java.time.ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    System.out.println("%tT %s".formatted(now, dev.pawl.workflow.diagnostics.Printable.line(text)));
  }

  private Console() {}
}
