package dev.pawl.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.runs.LogSource;
import dev.pawl.cli.runs.StepLog;
import dev.pawl.cli.view.Palette;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Prints the logs of steps unchanged, each below a headline. Where the output of several steps
/// alternates, the headline is repeated.
public final class LogPrinter {

  private static final int CHUNK = 64 * 1024;

  private record Place(AttemptRef attempt, int step) {}

  /// The position up to which a log is printed.
  private static final class LogCursor {
    private final StepLog log;
    private long offset;
    private boolean isLineBegun;

    /// The number of bytes of an incomplete line that were held back.
    private int heldBack;

    private LogCursor(StepLog log) {
      this.log = log;
    }
  }

  private final LogSource logs;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean hasTimestamps;
  private final Palette palette = Palette.forTerminal(TerminalInfo.isTerminal());
  private final Map<Place, LogCursor> cursors = new HashMap<>();
  private @Nullable Place latest;
  private boolean isLineOpen;
  private boolean isNoteGiven;

  /// @param hasTimestamps whether each line begins with the time of its arrival
  public LogPrinter(LogSource logs, PrintStream out, PrintStream err, boolean hasTimestamps) {
    this.logs = logs;
    this.out = out;
    this.err = err;
    this.hasTimestamps = hasTimestamps;
  }

  /// Prints the log of a step as it is now; the headline only if there is a log or a message.
  ///
  /// @return whether something was printed
  public boolean print(RunLogSnapshot of, StepRow step) {
    var place = new Place(RunLogSnapshot.attemptOf(step), step.step());
    boolean hasMessage = !step.message().isEmpty() && !place.equals(latest);
    if (hasMessage) {
      headline(of, step);
    }
    boolean hasPrinted = false;
    while (printNext(of, step, true)) {
      hasPrinted = true;
    }
    return hasPrinted || hasMessage;
  }

  /// Whether nobody reads the output any more.
  boolean isReaderGone() {
    return out.checkError();
  }

  /// Prints the next output of a step, if there is more: complete lines, unless the log is over or
  /// a line is not continued.
  boolean printNext(RunLogSnapshot of, StepRow step, boolean isOver) {
    try {
      var place = new Place(RunLogSnapshot.attemptOf(step), step.step());
      LogCursor cursor = cursors.get(place);
      if (cursor == null) {
        Optional<StepLog> log = logs.log(of.run().id(), place.attempt(), step.step());
        if (log.isEmpty()) {
          return false;
        }
        cursor = new LogCursor(log.get());
        cursors.put(place, cursor);
      }
      byte[] bytes = cursor.log.bytes(cursor.offset, CHUNK);
      int length = isOver ? bytes.length : shown(cursor, bytes);
      if (length == 0) {
        return false;
      }
      if (!place.equals(latest)) {
        headline(of, step);
      }
      write(cursor, bytes, length);
      return true;
    } catch (UncheckedIOException e) {
      err.println("pawl: cannot read the log: " + FileErrorMessages.describe(e));
      return false;
    }
  }

  /// The length of the complete lines; of all, if nothing came since the last time.
  private static int shown(LogCursor cursor, byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    boolean isStuck = end == 0 && (bytes.length == CHUNK || bytes.length == cursor.heldBack);
    int length = isStuck ? bytes.length : end;
    cursor.heldBack = bytes.length - length;
    return length;
  }

  private void headline(RunLogSnapshot of, StepRow step) {
    if (isLineOpen) {
      out.println();
    }
    latest = new Place(RunLogSnapshot.attemptOf(step), step.step());
    isLineOpen = false;
    String state = of.isTolerated(step) ? "  " + Palette.words("tolerated") : "";
    String message = step.message().isEmpty() ? "" : "  " + PrintableText.line(step.message());
    out.println(
        palette.bold(PrintableText.line("── %s › %s".formatted(of.jobOf(step), step.name())))
            + palette.paint("tolerated", state)
            + message);
  }

  private void write(LogCursor cursor, byte[] bytes, int length) {
    if (hasTimestamps) {
      cursor.isLineBegun &= isLineOpen;
      writeLines(cursor, bytes, length);
    } else {
      out.write(bytes, 0, length);
    }
    cursor.offset += length;
    isLineOpen = bytes[length - 1] != '\n';
    cursor.isLineBegun = isLineOpen;
    out.flush();
  }

  private void writeLines(LogCursor cursor, byte[] bytes, int length) {
    int from = 0;
    for (int at = 0; at < length; at++) {
      if (bytes[at] == '\n' || at == length - 1) {
        if (from > 0 || !cursor.isLineBegun) {
          out.writeBytes((time(cursor, from) + " ").getBytes(UTF_8));
        }
        out.write(bytes, from, at + 1 - from);
        from = at + 1;
      }
    }
  }

  private String time(LogCursor cursor, int position) {
    Optional<Instant> at = cursor.log.time(cursor.offset + position);
    if (at.isEmpty() && !isNoteGiven) {
      isNoteGiven = true;
      err.println("pawl: some lines have no time: their logs were written without times.");
    }
    return at.map(TerminalInfo::utcTime).orElse("%-24s".formatted("-"));
  }
}
