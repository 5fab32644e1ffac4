package dev.pawl.cli.view;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.store.Change;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.IOError;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/// Shows a run on a terminal as a live list: one line a job, redrawn several times a second.
public final class LiveView implements RunView {

  private static final Duration FRAME = Duration.ofMillis(100);
  private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
  private static final int HEADER_AND_MARGIN = 4;

  /// The size of a terminal that does not report one.
  private static final Size USUAL_SIZE = Size.of(80, 24);

  private final Terminal terminal;
  private final PrintWriter out;
  private final Palette palette;
  private final RunSummary summary;
  private final Thread painter;
  private @Nullable RunProgress progress;
  private String message = "";
  private int drawn;
  private int frame;
  private Size size = USUAL_SIZE;

  public LiveView(LogFiles logs) throws IOException {
    this.terminal = open();
    this.out = terminal.writer();
    this.palette = Palette.forTerminal(true);
    this.summary = new RunSummary(palette, logs);
    measure();
    Signals.register("WINCH", this::measure);
    this.painter = Thread.ofPlatform().daemon().name("view").start(this::paint);
  }

  /// Opens the terminal. Support for grapheme clusters is off, because detecting it sends a query
  /// that some terminals print and others answer into the shell's input.
  private static Terminal open() throws IOException {
    return TerminalBuilder.builder()
        .system(true)
        .dumb(false)
        .nativeSignals(false)
        .graphemeCluster(false)
        .build();
  }

  /// Reads the size at the start and on SIGWINCH only: reading it may start a process, which a
  /// Ctrl+C would kill.
  private void measure() {
    try {
      Size measured = terminal.getSize();
      if (measured.getColumns() > 0 && measured.getRows() > 0) {
        resize(measured);
      }
    } catch (IOError _) {
      // The last one will do.
    }
  }

  private synchronized void resize(Size measured) {
    size = measured;
  }

  private void paint() {
    try {
      while (true) {
        Thread.sleep(FRAME);
        draw();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void committed(Change change) {
    if (progress == null || !progress.isOf(change.run())) {
      leave();
      progress = new RunProgress(change);
    } else {
      progress.add(change);
    }
  }

  @Override
  public synchronized void message(String line) {
    message = line;
    draw();
  }

  private synchronized void draw() {
    if (progress == null) {
      return;
    }
    frame++;
    List<String> lines = lines(progress, Math.max(3, size.getRows() - HEADER_AND_MARGIN));
    erase();
    for (String line : lines) {
      out.println(fitted(line, Math.max(20, size.getColumns() - 1)));
    }
    drawn = lines.size();
    out.flush();
  }

  /// Keeps what is drawn; the next lines are printed below it.
  private void leave() {
    draw();
    drawn = 0;
  }

  /// Moves to the first drawn line and clears everything below.
  private void erase() {
    if (drawn > 0) {
      out.print("\u001b[" + drawn + "A\r\u001b[J");
    }
  }

  private List<String> lines(RunProgress now, int most) {
    Instant at = Instant.now();
    Run run = now.run();
    String state = Machine.wireName(run.state());
    List<String> lines = new ArrayList<>();
    String origin = " #" + run.origin().number() + " " + run.origin().file();
    lines.add(
        palette.bold(PrintableText.line(run.origin().workflow()))
            + palette.faint(PrintableText.line(origin))
            + "  "
            + palette.paint(state, Palette.words(state))
            + palette.faint("  " + DurationFormat.text(now.sinceTrigger(at))));
    List<RunProgress.JobLine> jobs = now.jobs(at);
    int width = jobs.stream().mapToInt(job -> job.name().length()).max().orElse(0);
    List<RunProgress.JobLine> shown = shown(jobs, most);
    shown.forEach(job -> lines.add(line(job, Math.min(width, 40))));
    if (shown.size() < jobs.size()) {
      lines.add(palette.faint("  … and " + (jobs.size() - shown.size()) + " more jobs"));
    }
    if (!message.isEmpty()) {
      lines.add(palette.paint("cancelling", message));
    }
    return lines;
  }

  /// All jobs if they fit; otherwise running and failed jobs come first.
  private static List<RunProgress.JobLine> shown(List<RunProgress.JobLine> jobs, int most) {
    if (jobs.size() <= most) {
      return jobs;
    }
    return jobs.stream().sorted(Comparator.comparingInt(LiveView::rank)).limit(most).toList();
  }

  private static int rank(RunProgress.JobLine job) {
    return switch (job.state()) {
      case "running", "starting", "leased", "uploading", "recovering", "cancelling" -> 0;
      case "failed", "timed_out", "lost" -> 1;
      case "queued", "held", "waiting" -> 2;
      default -> 3;
    };
  }

  private String line(RunProgress.JobLine job, int width) {
    boolean moves = rank(job) == 0;
    String sign =
        moves
            ? String.valueOf(SPINNER.charAt(frame % SPINNER.length()))
            : palette.sign(job.state());
    String span = job.span().map(DurationFormat::text).orElse("");
    String detail = job.step().isEmpty() ? job.message() : job.step();
    return "  "
        + palette.paint(job.state(), sign)
        + " "
        + pad(job.name(), width)
        + "  "
        + palette.paint(job.state(), pad(Palette.words(job.state()), 10))
        + " "
        + pad(span, 9)
        + palette.faint(detail);
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  /// Cuts a line to the terminal's width, escape sequences not counted: a wrapped line would break
  /// the redraw.
  static String fitted(String line, int width) {
    var fitted = new StringBuilder();
    int visible = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      int end = c == '\u001b' ? line.indexOf('m', i) : -1;
      if (end > 0) {
        fitted.append(line, i, end + 1);
        i = end;
      } else if (visible < width) {
        fitted.append(c);
        visible++;
      }
    }
    return fitted.toString();
  }

  @Override
  public synchronized void end(Run run) {
    painter.interrupt();
    message = "";
    leave();
    summary.details(run).forEach(out::println);
    out.println(summary.line(run));
    out.flush();
  }

  @Override
  public void close() {
    painter.interrupt();
    try {
      terminal.close();
    } catch (IOException | IOError _) {
      // Only lines were written, so there is nothing to restore.
    }
  }
}
