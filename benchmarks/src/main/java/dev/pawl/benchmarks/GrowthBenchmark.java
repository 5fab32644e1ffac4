package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.ReportColumn.Better.NEITHER;

import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import dev.pawl.benchmarks.measure.ThroughputRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Measures the cost of a job in runs and stores of different sizes.
final class GrowthBenchmark implements Benchmark {

  private static final List<Integer> JOBS = List.of(10, 100, 1_000, 10_000);
  private static final long RUNS = Long.getLong("pawl.bench.runs", 1_000_000);

  private static final long QUEUED = RUNS / 10;

  private static final List<ReportColumn> COLUMNS =
      List.of(
          new ReportColumn("jobs10", "10 jobs, µs a job", NEITHER),
          new ReportColumn("jobs100", "100", NEITHER),
          new ReportColumn("jobs1000", "1,000", NEITHER),
          new ReportColumn("jobs10000", "10,000", NEITHER),
          new ReportColumn("jobsRatio", "10,000 : 10", NEITHER),
          new ReportColumn("conflicts", "of 100 commits conflicted", NEITHER),
          new ReportColumn("empty", "empty store, µs a run", NEITHER),
          new ReportColumn("full", "with %,d runs".formatted(RUNS), NEITHER),
          new ReportColumn("queued", "and %,d attempts queued".formatted(QUEUED), NEITHER),
          new ReportColumn("storeRatio", "full : empty", NEITHER));

  @Override
  public String name() {
    return "growth";
  }

  @Override
  public String about() {
    return "what a job costs in a run of 10 to 10,000 jobs, and a run in a store of %,d, %,d queued"
        .formatted(RUNS, QUEUED);
  }

  @Override
  public BenchmarkReport run(BenchSession session) throws Exception {
    List<ReportLine> lines = session.measurePawl(GrowthBenchmark::measure);
    return new BenchmarkReport(this, session.measured(), session.conditions(), COLUMNS, lines);
  }

  private static List<OptionalDouble> measure(BenchmarkSubject subject, MeasurementWindow span)
      throws Exception {
    OptionalDouble empty = cost(subject.one(span));
    List<OptionalDouble> figures = new ArrayList<>();
    OptionalDouble conflicts = OptionalDouble.empty();
    for (int jobs : JOBS) {
      var _ = subject.conflicts();
      figures.add(cost(subject.wide(jobs, span)));
      conflicts = subject.conflicts();
    }
    figures.add(ratio(figures.getLast(), figures.getFirst()));
    figures.add(conflicts);
    subject.fill(RUNS);
    OptionalDouble full = cost(subject.one(span));
    subject.queue(QUEUED);
    OptionalDouble queued = cost(subject.one(span));
    figures.addAll(List.of(empty, full, queued, ratio(queued, empty)));
    return figures;
  }

  /// The time of each, in microseconds.
  private static OptionalDouble cost(Optional<ThroughputRate> rate) {
    return rate.map(it -> OptionalDouble.of(1e6 / it.perSecond())).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble ratio(OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent()
        ? OptionalDouble.of(one.getAsDouble() / other.getAsDouble())
        : OptionalDouble.empty();
  }
}
