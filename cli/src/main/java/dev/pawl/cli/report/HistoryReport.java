package dev.pawl.cli.report;

import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.view.Palette;
import dev.pawl.cli.view.TextWidth;
import dev.pawl.core.engine.Transition;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;

/// Prints the journal of a run as a table: one line a transition, in aligned columns.
public record HistoryReport(RunRow run, List<TransitionRow> lines, Palette palette) {

  private static final int WIDEST = 40;
  private static final String ARROW = " → ";

  public void print(PrintStream out) {
    int seq = width(line -> String.valueOf(line.seq()));
    int entity = width(this::entity);
    int from = width(TransitionRow::from);
    int to = width(TransitionRow::to);
    int event = width(TransitionRow::event);
    int actor = width(TransitionRow::actor);
    for (TransitionRow line : lines) {
      String move =
          isFact(line)
              ? " ".repeat(from + ARROW.length() + to)
              : pad(line.from(), from) + ARROW + palette.paint(line.to(), pad(line.to(), to));
      String text =
          "%s  %s  %s  %s  %s  %s%s"
              .formatted(
                  " ".repeat(seq - String.valueOf(line.seq()).length()) + line.seq(),
                  palette.faint(TerminalInfo.utcTime(line.at())),
                  pad(entity(line), entity),
                  move,
                  pad(line.event(), event),
                  palette.faint(pad(line.actor(), actor)),
                  PrintableText.line(why(line)));
      out.println(text.stripTrailing());
    }
  }

  /// The width of a column. A very long text shifts its own line only.
  private int width(Function<TransitionRow, String> column) {
    return lines.stream()
        .mapToInt(line -> Math.min(WIDEST, TextWidth.of(PrintableText.line(column.apply(line)))))
        .max()
        .orElse(0);
  }

  private static String pad(String text, int width) {
    String line = PrintableText.line(text);
    return line + " ".repeat(Math.max(0, width - TextWidth.of(line)));
  }

  /// The entity of a line. A fact, which changes no state, belongs to the run or to one of its
  /// jobs.
  private String entity(TransitionRow line) {
    if (line.entity().equals(run.id().value())) {
      return "run";
    }
    return isFact(line) ? "job " + line.entity() : line.machine() + " " + line.entity();
  }

  private static boolean isFact(TransitionRow line) {
    return line.machine().equals(Transition.FACT);
  }

  private static String why(TransitionRow line) {
    if (line.message().isEmpty()) {
      return "";
    }
    boolean saysAll =
        switch (line.reason()) {
          case "progress", "ok" -> true;
          default -> line.message().startsWith(line.reason());
        };
    return saysAll ? "  " + line.message() : "  " + line.reason() + ": " + line.message();
  }
}
