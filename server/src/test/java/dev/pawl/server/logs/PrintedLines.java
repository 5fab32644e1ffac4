package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.zip.CRC32C;

/// Output of the steps of tests: numbered lines of one length.
final class PrintedLines {

  static final int LINE = 64;

  private static final int DIGITS = 100_000_000;
  private static final String REST = ".".repeat(LINE - "line 00000000 of step 00000000\n".length());

  /// The lines of a step from one number, counted from 1, to before another.
  static byte[] lines(int step, int from, int to) {
    var lines = new StringBuilder((to - from) * LINE);
    for (int line = from; line < to; line++) {
      number(lines.append("line "), line);
      number(lines.append(" of step "), step).append(REST).append('\n');
    }
    return lines.toString().getBytes(ISO_8859_1);
  }

  private static StringBuilder number(StringBuilder text, int number) {
    String digits = Integer.toString(DIGITS + number);
    return text.append(digits, 1, digits.length());
  }

  /// A sum over the first lines of a step.
  static String sum(int step, int lines) {
    var sum = new CRC32C();
    int most = 1_000;
    for (int line = 1; line <= lines; line += most) {
      sum.update(lines(step, line, Math.min(line + most, lines + 1)));
    }
    return Long.toHexString(sum.getValue());
  }

  private PrintedLines() {}
}
