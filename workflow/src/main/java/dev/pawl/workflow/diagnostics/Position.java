package dev.pawl.workflow.diagnostics;

import java.util.Comparator;

/// A place in a file.
///
/// @param file the file's name as the user typed it
/// @param line from 1
/// @param column from 1, in code points; a tab is one
public record Position(String file, int line, int column) implements Comparable<Position> {

  private static final Comparator<Position> READING_ORDER =
      Comparator.comparing(Position::file)
          .thenComparingInt(Position::line)
          .thenComparingInt(Position::column);

  public Position {
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException("positions count from 1: " + line + ":" + column);
    }
  }

  public static Position startOf(String file) {
    return new Position(file, 1, 1);
  }

  @Override
  public int compareTo(Position other) {
    return READING_ORDER.compare(this, other);
  }

  /// `file:line:column`, which editors and terminals turn into a link.
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
