package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.Column.Better.LESS;
import static dev.pawl.benchmarks.Column.Better.NEITHER;

import java.util.List;
import java.util.OptionalDouble;

/// How long a trigger waits on an idle system.
final class Latency implements Benchmark {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("median", "median, ms", LESS),
          new Column("percentile99", "99 %, ms", LESS),
          new Column("samples", "samples", NEITHER));

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String about() {
    return "from a trigger to the start of its job, on an idle system";
  }

  @Override
  public Report run(Session session) throws Exception {
    List<Line> lines =
        session.measure((subject, span) ->
            subject
                .latency(span)
                .map(delays ->
                    List.of(
                        OptionalDouble.of(delays.median()),
                        OptionalDouble.of(delays.percentile99()),
                        OptionalDouble.of(delays.samples())))
                .orElse(List.of()));
    return new Report(this, session.measured(), session.conditions(), COLUMNS, lines);
  }
}
