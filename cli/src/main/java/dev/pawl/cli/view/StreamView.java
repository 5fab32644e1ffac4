package dev.pawl.cli.view;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.progress.ProgressEvent;
import dev.pawl.cli.progress.ProgressEvent.JobTransition;
import dev.pawl.cli.progress.ProgressEvent.StepStart;
import dev.pawl.cli.progress.ProgressUpdate;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.progress.RunProgress;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.runs.LogSource;
import dev.pawl.cli.runs.StepLog;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptMachine;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Prints the output of all steps as it arrives, each line with its job in front, between the lines
/// of [PlainView]. It reads the log files at its own pace, so a slow terminal delays no job, and
/// nothing is lost.
public final class StreamView implements RunView {

  /// Most bytes of one step that are printed before those of another.
  private static final int MOST_BYTES = 64 * 1024;

  private static final int WIDEST_NAME = 24;

  private record Place(AttemptRef attempt, int step) {}

  private final PrintStream out;
  private final Palette palette;
  private final RunOutput output;
  private final PlainView lines;

  /// The steps whose output is not complete, in the order of their starts.
  private final Map<Place, StepStream> open = new LinkedHashMap<>();

  private int width;

  public StreamView(PrintStream out, LogSource logs, boolean isTerminal) {
    this.out = out;
    this.palette = Palette.forTerminal(isTerminal);
    this.output = new RunOutput(logs);
    this.lines = new PlainView(out, palette, output);
  }

  @Override
  public void update(ProgressUpdate update) {
    RunProgress run = lines.apply(update);
    for (JobSnapshot job : update.jobs()) {
      width = Math.max(width, Math.min(WIDEST_NAME, TextWidth.of(job.displayName())));
    }
    for (ProgressEvent event : update.events()) {
      switch (event) {
        case JobTransition moved -> {
          if (AttemptMachine.MACHINE.isTerminal(moved.state())) {
            finish(moved.attempt());
          }
        }
        case StepStart(var attempt, int step, _) -> start(run, attempt, step);
      }
      lines.print(event);
    }
    out.flush();
  }

  /// A retry of the step writes to the same log.
  private void start(RunProgress run, AttemptRef attempt, int step) {
    pump();
    JobSnapshot job = run.job(attempt.job());
    if (attempt.equals(job.ref())) {
      open.computeIfAbsent(new Place(attempt, step), _ -> new StepStream(run.run(), job, step));
    }
  }

  /// Prints the rest of an attempt's output.
  private void finish(AttemptRef attempt) {
    open.entrySet()
        .removeIf(each -> {
          boolean isOver = each.getKey().attempt().equals(attempt);
          if (isOver) {
            each.getValue().finish();
          }
          return isOver;
        });
  }

  @Override
  public void tick() {
    pump();
    out.flush();
  }

  private void pump() {
    open.values().stream().filter(StepStream::isDue).forEach(StepStream::read);
  }

  /// The output of one step.
  private final class StepStream {
    private final RunHeader run;
    private final JobSnapshot job;
    private final int step;
    private final String prefix;
    private final LineBuffer buffer = new LineBuffer(this::print);
    private Optional<StepLog> log = Optional.empty();
    private long offset;

    private StepStream(RunHeader run, JobSnapshot job, int step) {
      this.run = run;
      this.job = job;
      this.step = step;
      this.prefix = palette.distinct(job.index(), TextWidth.fit(job.displayName(), width) + " │ ");
    }

    private boolean isDue() {
      return log.isEmpty() || log.get().isDue();
    }

    /// Prints what is new, and returns whether there was something.
    private boolean read() {
      try {
        log = log.or(() -> output.log(run, job, step));
        byte[] bytes = log.map(found -> found.bytes(offset, MOST_BYTES)).orElse(new byte[0]);
        offset += bytes.length;
        buffer.add(bytes);
        return bytes.length > 0;
      } catch (UncheckedIOException _) {
        return false; // `pawl logs` will say so
      }
    }

    private void finish() {
      while (read()) {
        // Each read is bounded.
      }
      buffer.end();
    }

    /// Prints a line; of one that was redrawn by carriage returns the last version.
    private void print(String line) {
      String last = line.substring(line.lastIndexOf('\r') + 1);
      out.println(prefix + EscapeSequenceFilter.sanitize(last, palette.isColoured()));
    }
  }

  @Override
  public void explain(WaitSummary waits) {
    lines.explain(waits);
  }

  @Override
  public void message(String line) {
    lines.message(line);
  }

  @Override
  public void end() {
    open.values().forEach(StepStream::finish);
    open.clear();
    lines.end(false);
  }

  @Override
  public void close() {
    lines.close();
  }
}
