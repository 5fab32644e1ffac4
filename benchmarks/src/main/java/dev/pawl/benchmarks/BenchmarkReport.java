package dev.pawl.benchmarks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import tools.jackson.databind.json.JsonMapper;

/// The result of a benchmark, as a table for people and JSON in the last line for programs.
record BenchmarkReport(
    Benchmark benchmark,
    Duration measured,
    MeasurementConditions conditions,
    List<ReportColumn> columns,
    List<ReportLine> lines) {

  private static final String NONE = "–";

  boolean isWhole() {
    return lines.stream().allMatch(line -> line.failure().isEmpty());
  }

  void print(PrintStream out) {
    out.printf("%s: %s%n%n", benchmark.name(), benchmark.about());
    conditions.facts().forEach((name, value) -> out.printf("  %-12s%s%n", name, value));
    out.printf("  %-12s%d s a figure%n%n", "measured", measured.toSeconds());
    out.print(table().render());
    out.println();
    lines.forEach(line ->
        out.printf(
            "  %s, on %s: %s%n",
            line.contender().name(),
            line.contender().store().label(),
            line.failure().map(why -> "failed: " + why).orElse(line.settings())));
    out.println();
    out.println(JsonMapper.builder().build().writeValueAsString(json()));
    out.flush();
  }

  private TextTable table() {
    List<String> titles = new ArrayList<>(List.of("", "store"));
    for (ReportColumn column : columns) {
      titles.add(column.title());
      if (column.hasRatio()) {
        titles.add("of the best peer");
      }
    }
    var table = new TextTable(titles, 2);
    for (ReportLine line : lines) {
      List<String> cells = new ArrayList<>();
      cells.add(line.contender().name());
      cells.add(line.contender().store().label());
      for (int column = 0; column < columns.size(); column++) {
        cells.add(shown(line.figure(column)));
        if (columns.get(column).hasRatio()) {
          cells.add(shown(ratio(line, column)));
        }
      }
      table.add(cells);
    }
    return table;
  }

  /// The ratio to the best peer of the same session.
  private OptionalDouble ratio(ReportLine line, int column) {
    OptionalDouble best = bestOfPeers(column);
    OptionalDouble figure = line.figure(column);
    return columns.get(column).hasRatio() && best.isPresent() && figure.isPresent()
        ? OptionalDouble.of(figure.getAsDouble() / best.getAsDouble())
        : OptionalDouble.empty();
  }

  private OptionalDouble bestOfPeers(int column) {
    return lines.stream()
        .filter(line -> line.contender().kind() == SubjectFactory.Kind.PEER)
        .flatMapToDouble(line -> line.figure(column).stream())
        .reduce((one, other) -> columns.get(column).isBetter(one, other) ? one : other);
  }

  /// Formats with three significant digits, or all before the decimal point.
  private static String shown(OptionalDouble figure) {
    if (figure.isEmpty()) {
      return NONE;
    }
    double value = figure.getAsDouble();
    String format = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  private Map<String, Object> json() {
    List<Map<String, Object>> subjects = new ArrayList<>();
    for (ReportLine line : lines) {
      Map<String, Object> subject = new LinkedHashMap<>();
      subject.put("subject", line.contender().name());
      subject.put("kind", line.contender().kind().name().toLowerCase(Locale.ROOT));
      subject.put("store", line.contender().store().label());
      subject.put("settings", line.settings());
      line.failure().ifPresent(why -> subject.put("failure", why));
      subject.put("figures", figures(line, false));
      subject.put("ofBestPeer", figures(line, true));
      subjects.add(subject);
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("benchmark", benchmark.name());
    report.put("seconds", measured.toSeconds());
    report.put("conditions", conditions.facts());
    report.put("subjects", subjects);
    return report;
  }

  private Map<String, Double> figures(ReportLine line, boolean ofBestPeer) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      String key = columns.get(i).key();
      OptionalDouble figure = ofBestPeer ? ratio(line, i) : line.figure(i);
      figure.ifPresent(value -> figures.put(key, Math.round(value * 1_000) / 1_000.0));
    }
    return figures;
  }
}
