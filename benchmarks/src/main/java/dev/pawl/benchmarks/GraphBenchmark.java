package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.ReportColumn.Better.MORE;

import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.ThroughputRate;
import java.util.List;

/// Measures steps per second of jobs that depend on each other.
final class GraphBenchmark implements Benchmark {

  private static final List<ReportColumn> COLUMNS =
      List.of(
          new ReportColumn("chain", "chain, steps/s", MORE),
          new ReportColumn("fanOut", "fan-out, steps/s", MORE));

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
        session.measure((subject, span) ->
            List.of(
                ThroughputRate.figure(subject.chain(span)),
                ThroughputRate.figure(subject.fanOut(span))));
    return new BenchmarkReport(this, session.measured(), session.conditions(), COLUMNS, lines);
  }
}
