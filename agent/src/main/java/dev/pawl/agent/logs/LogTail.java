package dev.pawl.agent.logs;

import dev.pawl.core.classify.Failure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The last lines that a step printed, by which its failure is classified. Its size is bounded.
/// Written by the thread that reads the output, read after the output has ended.
public final class LogTail {

  private static final int MAX_LINE_BYTES = 4 * Failure.MAX_LINE_LENGTH;

  private final Deque<byte[]> lines = new ArrayDeque<>();
  private final ByteArrayOutputStream open = new ByteArrayOutputStream();

  public synchronized void append(byte[] buffer, int length) {
    int from = lastLines(buffer, length);
    if (from > 0) {
      open.reset();
    }
    for (int at = from; at < length; at++) {
      if (buffer[at] == '\n') {
        extend(buffer, from, at);
        endLine();
        from = at + 1;
      }
    }
    extend(buffer, from, length);
  }

  /// The index of the first line that may be among the last ones. The lines before are skipped, so
  /// that a step that prints very much is not slowed down.
  private static int lastLines(byte[] buffer, int length) {
    int ends = 0;
    for (int at = length - 1; at >= 0; at--) {
      if (buffer[at] == '\n' && ++ends > Failure.MAX_LINES) {
        return at + 1;
      }
    }
    return 0;
  }

  private void extend(byte[] buffer, int from, int to) {
    open.write(buffer, from, Math.min(to - from, MAX_LINE_BYTES - open.size()));
  }

  private void endLine() {
    if (lines.size() == Failure.MAX_LINES) {
      lines.removeFirst();
    }
    lines.addLast(open.toByteArray());
    open.reset();
  }

  public synchronized List<String> lines() {
    if (open.size() > 0) {
      endLine();
    }
    return lines.stream().map(line -> new String(line, StandardCharsets.UTF_8)).toList();
  }
}
