package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.Column.Better.MORE;

import java.util.List;

/// How many steps a second an engine can do when they depend on each other.
final class Graphs implements Benchmark {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("chain", "chain, steps/s", MORE),
          new Column("fanOut", "fan-out, steps/s", MORE));

  @Override
  public String name() {
    return "graphs";
  }

  @Override
  public String about() {
    return "chains of %d jobs, and fan-outs of %d with a join: jobs completed per second"
        .formatted(Subject.CHAIN, Subject.FAN_OUT);
  }

  @Override
  public Report run(Session session) throws Exception {
    List<Line> lines =
        session.measure((subject, span) ->
            List.of(Rate.figure(subject.chain(span)), Rate.figure(subject.fanOut(span))));
    return new Report(this, session.measured(), session.conditions(), COLUMNS, lines);
  }
}
