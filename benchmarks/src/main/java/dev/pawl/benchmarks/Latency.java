package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.Column.Better.LESS;
import static dev.pawl.benchmarks.Column.Better.NEITHER;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// How long a trigger waits on an idle system.
final class Latency implements Benchmark {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("median", "idle, ms", LESS),
          new Column("percentile99", "99 %, ms", LESS),
          new Column("busyMedian", "half load, ms", NEITHER),
          new Column("busyPercentile99", "99 %, ms", NEITHER),
          new Column("samples", "samples", NEITHER));

  private static OptionalDouble figure(Optional<Delays> delays, ToDoubleFunction<Delays> figure) {
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
  public Report run(Session session) throws Exception {
    List<Line> lines =
        session.measure((subject, span) -> {
          subject.one(span); // an idle system is not one that has just begun
          Optional<Delays> idle = subject.latency(span);
          Optional<Delays> busy = subject.busyLatency(span);
          return List.of(
              figure(idle, Delays::median),
              figure(idle, Delays::percentile99),
              figure(busy, Delays::median),
              figure(busy, Delays::percentile99),
              figure(idle, Delays::samples));
        });
    return new Report(this, session.measured(), session.conditions(), COLUMNS, lines);
  }
}
