package dev.pawl.agent.exec;

import dev.pawl.core.classify.Failure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The last lines that a step printed: what its failure is classified by. Bounded, whatever the
/// step prints. Written by the thread that carries the output, read after it has come to an end.
final class Tail {

  private final Deque<String> lines = new ArrayDeque<>();
  private final ByteArrayOutputStream open = new ByteArrayOutputStream();

  synchronized void add(byte[] buffer, int length) {
    for (int i = 0; i < length; i++) {
      if (buffer[i] == '\n') {
        endLine();
      } else if (open.size() < 4 * Failure.LONGEST_LINE) {
        open.write(buffer[i]);
      }
    }
  }

  private void endLine() {
    if (lines.size() == Failure.MOST_LINES) {
      lines.removeFirst();
    }
    lines.addLast(open.toString(StandardCharsets.UTF_8));
    open.reset();
  }

  synchronized List<String> lines() {
    if (open.size() > 0) {
      endLine();
    }
    return List.copyOf(lines);
  }
}
