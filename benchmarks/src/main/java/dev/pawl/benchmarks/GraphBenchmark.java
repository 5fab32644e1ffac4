package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.ReportColumn.Better.MORE;
import static dev.pawl.benchmarks.ReportColumn.Better.NEITHER;

import dev.pawl.benchmarks.measure.BenchmarkSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// Measures steps per second of jobs that depend on each other.
final class GraphBenchmark implements Benchmark {

  private static final List<ReportColumn> COLUMNS =
      List.of(
          new ReportColumn("chain", "chain, steps/s", MORE),
          new ReportColumn("chainProcessor", "processor, µs a step", NEITHER),
          new ReportColumn("chainAllocated", "allocated, KiB a step", NEITHER),
          new ReportColumn("fanOut", "fan-out, steps/s", MORE),
          new ReportColumn("fanOutProcessor", "processor, µs a step", NEITHER),
          new ReportColumn("fanOutAllocated", "allocated, KiB a step", NEITHER));

  @Override
  public String name() {
    return "graphs";
  }

  @Override
  public String about() {
    return "chains of %d jobs, and fan-outs of %d with a join: jobs completed per second"
        .formatted(BenchmarkSubject.CHAIN, BenchmarkSubject.FAN_OUT);
  }

  @Override
  public BenchmarkReport run(BenchSession session) throws Exception {
    List<ReportLine> lines =
        session.measure((subject, span) -> {
          List<OptionalDouble> figures = new ArrayList<>();
          figures.addAll(ReportLine.figures(subject.chain(span)));
          figures.addAll(ReportLine.figures(subject.fanOut(span)));
          return figures;
        });
    return new BenchmarkReport(this, session.measured(), session.conditions(), COLUMNS, lines);
  }
}
