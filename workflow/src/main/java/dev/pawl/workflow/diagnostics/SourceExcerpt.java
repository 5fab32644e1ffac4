package dev.pawl.workflow.diagnostics;

/// A line of a file with a caret below one of its characters.
///
/// Of a long line only the part around the caret is shown, because a file may be one line of a
/// megabyte.
final class SourceExcerpt {

  private static final int WIDTH = 100;
  private static final int BEFORE_CARET = 60;
  private static final String CUT = "…";

  static String of(SourceText source, Position position) {
    int[] line = source.line(position.line()).codePoints().toArray();
    int caret = Math.min(position.column() - 1, line.length);
    int from = line.length <= WIDTH ? 0 : Math.max(0, caret - BEFORE_CARET);
    int to = Math.min(line.length, from + WIDTH);
    String head = from > 0 ? CUT : "";
    String tail = to < line.length ? CUT : "";
    String shown = head + PrintableText.line(new String(line, from, to - from)) + tail;
    return shown.stripTrailing() + "\n" + " ".repeat(head.length() + caret - from) + "^";
  }

  private SourceExcerpt() {}
}
