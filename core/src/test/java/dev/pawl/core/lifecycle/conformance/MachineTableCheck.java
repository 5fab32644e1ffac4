package dev.pawl.core.lifecycle.conformance;

import java.util.ArrayList;
import java.util.List;

/// Compares a table of ours with that of the specification, row by row, in order.
final class MachineTableCheck {

  /// A row: its label and its content.
  private record Line(String label, Object content) {}

  private final String machine;
  private final List<String> findings = new ArrayList<>();

  private MachineTableCheck(String machine) {
    this.machine = machine;
  }

  static List<String> findings(MachineTable spec, MachineTable ours) {
    var check = new MachineTableCheck(spec.name());
    check.same("initial state", spec.initial(), ours.initial());
    check.same("states", spec.states(), ours.states());
    check.same("terminal states", spec.terminal(), ours.terminal());
    check.rows("row", lines(spec.moves()), lines(ours.moves()));
    check.rows("late row", lateLines(spec.late()), lateLines(ours.late()));
    return check.findings;
  }

  private void same(String what, Object specified, Object actual) {
    if (!specified.equals(actual)) {
      findings.add("%s: %s %s, specified %s".formatted(machine, what, actual, specified));
    }
  }

  private void rows(String kind, List<Line> specified, List<Line> actual) {
    int before = findings.size();
    specified.stream()
        .filter(line -> actual.stream().noneMatch(other -> sameLabel(line, other)))
        .forEach(line -> find("lacks the " + kind + " " + line.label()));
    actual.stream()
        .filter(line -> specified.stream().noneMatch(other -> sameLabel(line, other)))
        .forEach(line -> find("has a " + kind + " of its own, " + line.label()));
    specified.forEach(line -> contentOf(kind, line, actual));
    if (findings.size() == before && !specified.equals(actual)) {
      find(kind + "s are the right ones in the wrong order, or one is there twice");
    }
  }

  private void contentOf(String kind, Line specified, List<Line> actual) {
    actual.stream()
        .filter(line -> sameLabel(line, specified))
        .filter(line -> !line.content().equals(specified.content()))
        .forEach(line ->
            find(
                "%s %s is %s, specified %s"
                    .formatted(kind, line.label(), line.content(), specified.content())));
  }

  private void find(String finding) {
    findings.add(machine + ": " + finding);
  }

  private static boolean sameLabel(Line one, Line other) {
    return one.label().equals(other.label());
  }

  private static List<Line> lines(List<MachineTable.Move> rows) {
    return rows.stream().map(row -> new Line(row.label(), row)).toList();
  }

  private static List<Line> lateLines(List<MachineTable.Late> rows) {
    return rows.stream().map(row -> new Line(row.label(), row)).toList();
  }
}
