package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.Column.Better.MORE;

import java.util.List;

/// How many runs a second an engine can take from a trigger to their end.
final class Throughput implements Benchmark {

  private static final List<Column> COLUMNS = List.of(new Column("one", "runs/s", MORE));

  @Override
  public String name() {
    return "throughput";
  }

  @Override
  public String about() {
    return "runs with one trivial job each, completed per second";
  }

  @Override
  public Report run(Session session) throws Exception {
    List<Line> lines = session.measure((subject, span) -> List.of(Rate.figure(subject.one(span))));
    return new Report(this, session.measured(), session.conditions(), COLUMNS, lines);
  }
}
