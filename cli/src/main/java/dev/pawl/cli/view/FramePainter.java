package dev.pawl.cli.view;

import java.io.PrintWriter;
import java.util.List;
import org.jline.terminal.Size;

/// Paints frames of lines at the end of a terminal, each over the one before. Only lines that have
/// changed are written, in place: clearing the screen would make some terminals keep every frame in
/// their scrollback. A frame has fewer lines than the terminal, so it never scrolls.
final class FramePainter {

  private static final String ERASE_REST_OF_LINE = "\u001b[K";
  private static final String ERASE_BELOW = "\u001b[J";

  private final PrintWriter out;
  private List<String> drawn = List.of();
  private Size size = Size.of(0, 0);

  FramePainter(PrintWriter out) {
    this.out = out;
  }

  /// The most lines of a frame.
  static int mostLines(Size size) {
    return Math.max(1, size.getRows() - 1);
  }

  /// Paints a frame over the one before.
  void paint(List<String> frame, Size now) {
    List<String> lines =
        frame.stream()
            .limit(mostLines(now))
            .map(line -> TextWidth.cut(line, Math.max(1, now.getColumns() - 1)))
            .toList();
    boolean isResized = !now.equals(size);
    if (lines.equals(drawn) && !isResized) {
      return;
    }
    var text = new StringBuilder(toFirstLine(now));
    for (int row = 0; row < lines.size(); row++) {
      boolean isSame = !isResized && row < drawn.size() && drawn.get(row).equals(lines.get(row));
      text.append(isSame ? "" : lines.get(row) + ERASE_REST_OF_LINE).append("\r\n");
    }
    if (isResized || lines.size() < drawn.size()) {
      text.append(drawn.isEmpty() ? "" : ERASE_BELOW);
    }
    drawn = lines;
    size = now;
    out.print(text);
    out.flush();
  }

  /// Moves to the first line of the last frame. Terminals wrap lines that have become too long.
  private String toFirstLine(Size now) {
    int rows =
        drawn.stream()
            .mapToInt(line -> Math.max(1, Math.ceilDiv(TextWidth.of(line), now.getColumns())))
            .sum();
    int up = Math.min(rows, now.getRows() - 1);
    return up > 0 ? "\r\u001b[" + up + "A" : "";
  }

  /// Keeps the last frame; what comes next is printed below it.
  void keep() {
    drawn = List.of();
  }
}
