package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.ReportColumn.Better.MORE;
import static dev.pawl.benchmarks.ReportColumn.Better.NEITHER;

import java.util.List;

/// Measures completed runs per second.
final class ThroughputBenchmark implements Benchmark {

  private static final List<ReportColumn> COLUMNS =
      List.of(
          new ReportColumn("one", "runs/s", MORE),
          new ReportColumn("oneProcessor", "processor, µs a run", NEITHER),
          new ReportColumn("oneAllocated", "allocated, KiB a run", NEITHER));

  @Override
  public String name() {
    return "throughput";
  }

  @Override
  public String about() {
    return "runs with one trivial job each, completed per second";
  }

  @Override
  public BenchmarkReport run(BenchSession session) throws Exception {
    List<ReportLine> lines =
        session.measure((subject, span) -> ReportLine.figures(subject.one(span)));
    return new BenchmarkReport(this, session.measured(), session.conditions(), COLUMNS, lines);
  }
}
