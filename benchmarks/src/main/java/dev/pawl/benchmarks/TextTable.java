package dev.pawl.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Formats a table with aligned columns: words on the left, figures on the right.
final class TextTable {

  private static final String GAP = "   ";

  private final List<List<String>> rows = new ArrayList<>();
  private final int words;

  TextTable(List<String> titles, int words) {
    this.words = words;
    rows.add(titles);
  }

  void add(List<String> cells) {
    if (cells.size() != rows.getFirst().size()) {
      throw new IllegalArgumentException(cells + " do not fit under " + rows.getFirst());
    }
    rows.add(List.copyOf(cells));
  }

  String render() {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  private String line(List<String> row, int[] widths) {
    return IntStream.range(0, row.size())
            .mapToObj(column -> padded(row.get(column), widths[column], column < words))
            .collect(Collectors.joining(GAP, "  ", ""))
            .stripTrailing()
        + System.lineSeparator();
  }

  private static String padded(String cell, int width, boolean word) {
    String space = " ".repeat(width - cell.length());
    return word ? cell + space : space + cell;
  }
}
