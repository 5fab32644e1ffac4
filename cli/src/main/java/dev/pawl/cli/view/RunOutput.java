package dev.pawl.cli.view;

import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.runs.LogSource;
import dev.pawl.cli.runs.StepLog;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.protocol.LogFrame;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The output of a run's steps, read from their logs.
final class RunOutput {

  private static final int TAIL_LINES = 20;
  private static final int MOST_OF_A_LINE = 2_000;
  private static final int MOST_SUMMARY_BYTES = 1 << 20;

  /// The last line is looked for in so many bytes.
  private static final int LAST_BYTES = 4096;

  private static final int MOST_REMEMBERED = 256;

  private record Place(RunId run, int job, int attempt, int step) {}

  /// The last line of a log when it had a size.
  private record LastLine(StepLog log, long size, String text) {}

  private final LogSource logs;

  /// The last lines of the logs that were used last.
  private final Map<Place, LastLine> lastLines =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, LastLine> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  RunOutput(LogSource logs) {
    this.logs = logs;
  }

  /// The log of a step, if it exists.
  Optional<StepLog> log(RunHeader run, JobSnapshot job, int step) {
    return job.leases() > 0
        ? logs.log(run.id(), new LeaseRef(job.ref(), job.leases()), step)
        : logs.log(run.id(), job.ref(), step);
  }

  /// The last lines of a step's output.
  List<String> tail(RunHeader run, JobSnapshot job, int step) {
    try {
      return log(run, job, step)
          .map(log -> text(log.tail(TAIL_LINES)).lines().map(RunOutput::shortened).toList())
          .orElse(List.of());
    } catch (UncheckedIOException e) {
      return List.of("(cannot read the log: " + FileErrorMessages.describe(e) + ")");
    }
  }

  private static String shortened(String line) {
    return line.length() <= MOST_OF_A_LINE ? line : line.substring(0, MOST_OF_A_LINE) + " …";
  }

  /// The summary that the steps of a job have written.
  String summary(RunHeader run, JobSnapshot job) {
    try {
      return log(run, job, LogFrame.SUMMARY_INDEX)
          .map(log -> text(log.bytes(0, MOST_SUMMARY_BYTES)))
          .orElse("");
    } catch (UncheckedIOException _) {
      return "";
    }
  }

  /// The last line that a step has printed; empty if there is none. Reads the log only if it has
  /// grown.
  String lastLine(RunHeader run, JobSnapshot job, int step) {
    var place = new Place(run.id(), job.index(), job.attempt(), step);
    try {
      LastLine known = lastLines.get(place);
      Optional<StepLog> log = known == null ? log(run, job, step) : Optional.of(known.log());
      if (log.isEmpty()) {
        return "";
      }
      long size = log.get().size();
      if (known == null || known.size() != size) {
        known = new LastLine(log.get(), size, lastLine(log.get(), size));
        lastLines.put(place, known);
      }
      return known.text();
    } catch (UncheckedIOException _) {
      return "";
    }
  }

  /// The last part with text between newlines or carriage returns, by which progress bars redraw.
  private static String lastLine(StepLog log, long size) {
    String end = text(log.bytes(Math.max(0, size - LAST_BYTES), LAST_BYTES));
    List<String> lines =
        end.lines()
            .map(line -> EscapeSequenceFilter.sanitize(line, false).strip())
            .filter(line -> !line.isEmpty())
            .toList();
    return lines.isEmpty() ? "" : lines.getLast();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
