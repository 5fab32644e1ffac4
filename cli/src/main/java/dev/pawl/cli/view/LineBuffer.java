package dev.pawl.cli.view;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Splits bytes that arrive in pieces into lines. A line that is very long is passed on in parts.
final class LineBuffer {

  private static final int LONGEST = 16 * 1024;

  private final Consumer<String> lines;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

  LineBuffer(Consumer<String> lines) {
    this.lines = lines;
  }

  void add(byte[] bytes) {
    int from = 0;
    for (int at = 0; at < bytes.length; at++) {
      boolean isLong = begun.size() + at - from >= LONGEST && isBoundary(bytes[at]);
      if (bytes[at] == '\n' || isLong) {
        begun.write(bytes, from, at - from);
        from = bytes[at] == '\n' ? at + 1 : at;
        pass();
      }
    }
    begun.write(bytes, from, bytes.length - from);
  }

  /// Whether a character of UTF-8 begins with that byte.
  private static boolean isBoundary(byte octet) {
    return (octet & 0xC0) != 0x80;
  }

  private void pass() {
    String line = begun.toString(StandardCharsets.UTF_8);
    begun.reset();
    lines.accept(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
  }

  /// Passes on the last line, if it has no newline.
  void end() {
    if (begun.size() > 0) {
      pass();
    }
  }
}
