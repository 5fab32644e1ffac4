package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.ReportColumn.Better.NEITHER;

import dev.pawl.benchmarks.api.ApiMeasurement;
import dev.pawl.benchmarks.measure.ThroughputRate;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/// Measures a server with many stored runs, as its clients see it.
final class ApiBenchmark implements Benchmark {

  private static final List<ReportColumn> COLUMNS =
      List.of(
          new ReportColumn("ready", "ready, s", NEITHER),
          new ReportColumn("readyEmpty", "empty store, s", NEITHER),
          new ReportColumn("listMedian", "slowest list, median, ms", NEITHER),
          new ReportColumn("listPercentile99", "99 %, ms", NEITHER),
          new ReportColumn("lost", "events lost", NEITHER),
          new ReportColumn("doubled", "doubled or out of order", NEITHER),
          new ReportColumn("delayMedian", "event, median, ms", NEITHER),
          new ReportColumn("delayPercentile99", "99 %, ms", NEITHER),
          new ReportColumn("alone", "runs/s", NEITHER),
          new ReportColumn("withReaders", "with readers", NEITHER),
          new ReportColumn("aloneAgain", "without again", NEITHER),
          new ReportColumn("reads", "reads/s", NEITHER),
          new ReportColumn("readMedian", "read, median, ms", NEITHER),
          new ReportColumn("readPercentile99", "99 %, ms", NEITHER),
          new ReportColumn("readProcessor", "processor, µs a read", NEITHER));

  @Override
  public String name() {
    return "api";
  }

  @Override
  public String about() {
    return "start, lists, live events and readers of a server with %,d runs"
        .formatted(ApiMeasurement.RUNS);
  }

  @Override
  public BenchmarkReport run(BenchSession session) throws Exception {
    List<ReportLine> lines = session.measureApi(ApiBenchmark::figures);
    return new BenchmarkReport(this, session.measured(), session.conditions(), COLUMNS, lines);
  }

  private static List<OptionalDouble> figures(ApiMeasurement.Figures measured) {
    printLists(measured);
    return DoubleStream.of(
            measured.readySeconds(),
            measured.readyEmptySeconds(),
            slowest(measured, list -> list.latency().median()),
            slowest(measured, list -> list.latency().percentile99()),
            measured.events().lost(),
            measured.events().doubled() + measured.events().unordered(),
            measured.events().delay().median(),
            measured.events().delay().percentile99(),
            measured.alone().perSecond(),
            measured.withReaders().perSecond(),
            measured.aloneAgain().perSecond(),
            measured.readsPerSecond(),
            measured.readMedian(),
            measured.readPercentile99(),
            processorMicrosOfRead(measured))
        .mapToObj(OptionalDouble::of)
        .toList();
  }

  private static double slowest(
      ApiMeasurement.Figures measured, ToDoubleFunction<ApiMeasurement.ListFigure> figure) {
    return measured.lists().stream().mapToDouble(figure).max().orElseThrow();
  }

  /// What is left of the processor time with readers after that of the runs alone, client included.
  private static double processorMicrosOfRead(ApiMeasurement.Figures measured) {
    ThroughputRate with = measured.withReaders();
    double ofRuns =
        (measured.alone().processorMicros() + measured.aloneAgain().processorMicros()) / 2;
    return (with.processorMicros() - ofRuns) * with.perSecond() / measured.readsPerSecond();
  }

  private static void printLists(ApiMeasurement.Figures measured) {
    var table = new TextTable(List.of("list", "median, ms", "99 %, ms", "runs"), 1);
    for (ApiMeasurement.ListFigure list : measured.lists()) {
      table.add(
          List.of(
              list.name(),
              String.format(Locale.ROOT, "%.1f", list.latency().median()),
              String.format(Locale.ROOT, "%.1f", list.latency().percentile99()),
              Integer.toString(list.runs())));
    }
    System.out.print(table.render());
    System.out.printf(
        "%n  %,d events in the journal for each follower%n%n", measured.events().events());
  }
}
