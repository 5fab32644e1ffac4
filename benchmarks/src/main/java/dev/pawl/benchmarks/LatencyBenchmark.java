package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.ReportColumn.Better.LESS;
import static dev.pawl.benchmarks.ReportColumn.Better.NEITHER;

import dev.pawl.benchmarks.measure.LatencyStats;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// Measures the time from a trigger to the start of a step on an idle system.
final class LatencyBenchmark implements Benchmark {

  private static final List<ReportColumn> COLUMNS =
      List.of(
          new ReportColumn("median", "idle, ms", LESS),
          new ReportColumn("percentile99", "99 %, ms", LESS),
          new ReportColumn("busyMedian", "half load, ms", NEITHER),
          new ReportColumn("busyPercentile99", "99 %, ms", NEITHER),
          new ReportColumn("samples", "samples", NEITHER));

  private static OptionalDouble figure(
      Optional<LatencyStats> delays, ToDoubleFunction<LatencyStats> figure) {
    return delays
        .map(it -> OptionalDouble.of(figure.applyAsDouble(it)))
        .orElse(OptionalDouble.empty());
  }

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String about() {
    return "from a trigger to the start of its job, on an idle system and at half of its maximum";
  }

  @Override
  public BenchmarkReport run(BenchSession session) throws Exception {
    List<ReportLine> lines =
        session.measure((subject, span) -> {
          subject.one(span); // an idle system is not one that has just begun
          Optional<LatencyStats> idle = subject.latency(span);
          Optional<LatencyStats> busy = subject.busyLatency(span);
          return List.of(
              figure(idle, LatencyStats::median),
              figure(idle, LatencyStats::percentile99),
              figure(busy, LatencyStats::median),
              figure(busy, LatencyStats::percentile99),
              figure(idle, LatencyStats::samples));
        });
    return new BenchmarkReport(this, session.measured(), session.conditions(), COLUMNS, lines);
  }
}
