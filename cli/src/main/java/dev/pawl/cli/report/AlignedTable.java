package dev.pawl.cli.report;

import dev.pawl.cli.view.TextWidth;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.ArrayList;
import java.util.List;

/// A table of texts in aligned columns, with a header.
public final class AlignedTable {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  public AlignedTable(String... header) {
    rows.add(List.of(header));
  }

  /// Adds a row with a cell for each column.
  public void add(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(PrintableText.line(String.valueOf(cell)));
    }
    rows.add(row);
  }

  public List<String> lines() {
    return rows.stream().map(this::line).toList();
  }

  public void print() {
    lines().forEach(System.out::println);
  }

  private String line(List<String> row) {
    var line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      int at = column;
      int width = rows.stream().mapToInt(other -> TextWidth.of(other.get(at))).max().orElse(0);
      String cell = row.get(column);
      line.append(cell).repeat(' ', width - TextWidth.of(cell)).append(GAP);
    }
    return line.toString().stripTrailing();
  }
}
