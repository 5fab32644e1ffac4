package dev.pawl.workflow.diagnostics;

import java.util.Arrays;
import java.util.stream.IntStream;

/// The text of a file, by code point and by line.
///
/// Invariant: a line ends at a line feed, a carriage return, or both together; every index from 0
/// to the length, inclusive, has a position.
public final class SourceText {

  private final String file;
  private final String text;
  private final int[] codePoints;
  private final int[] lineStarts;

  private SourceText(String file, String text) {
    this.file = file;
    this.text = text;
    this.codePoints = text.codePoints().toArray();
    this.lineStarts =
        IntStream.concat(
                IntStream.of(0),
                IntStream.rangeClosed(1, codePoints.length).filter(this::isLineStart))
            .toArray();
  }

  public static SourceText of(String file, String text) {
    return new SourceText(file, text);
  }

  public String file() {
    return file;
  }

  public String text() {
    return text;
  }

  public int length() {
    return codePoints.length;
  }

  public int codePointAt(int index) {
    return codePoints[index];
  }

  public Position positionAt(int index) {
    int within = Math.clamp(index, 0, codePoints.length);
    int found = Arrays.binarySearch(lineStarts, within);
    int line = found >= 0 ? found : -found - 2;
    return new Position(file, line + 1, within - lineStarts[line] + 1);
  }

  public int lineCount() {
    return lineStarts.length;
  }

  /// The line with that number, from 1, without its end.
  public String line(int number) {
    int start = lineStarts[number - 1];
    int end = number < lineStarts.length ? lineStarts[number] : codePoints.length;
    while (end > start && isLineEnd(codePoints[end - 1])) {
      end--;
    }
    return new String(codePoints, start, end - start);
  }

  private boolean isLineStart(int index) {
    int before = codePoints[index - 1];
    boolean insideCrLf = before == '\r' && index < codePoints.length && codePoints[index] == '\n';
    return isLineEnd(before) && !insideCrLf;
  }

  private static boolean isLineEnd(int codePoint) {
    return codePoint == '\n' || codePoint == '\r';
  }
}
