package dev.pawl.cli.view;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.progress.ProgressUpdate;
import dev.pawl.cli.progress.RunProgress;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.runs.LogSource;
import java.io.IOError;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/// Shows a run on a terminal as a live list: one line a job, repainted several times a second.
public final class LiveView implements RunView {

  /// The size of a terminal that does not report one.
  private static final Size USUAL_SIZE = Size.of(80, 24);

  private final Terminal terminal;
  private final PrintWriter out;
  private final Palette palette;
  private final RunOutput output;
  private final FramePainter painter;
  private final Optional<ApprovalPrompt> prompt;
  private @Nullable RunProgress progress;
  private WaitSummary waits = WaitSummary.EMPTY;
  private String message = "";
  private int frame;

  /// Written by the handler of SIGWINCH.
  private volatile Size size = USUAL_SIZE;

  /// @param approvals approves and rejects held jobs; empty if this terminal cannot
  public LiveView(LogSource logs, Optional<Approvals> approvals) throws IOException {
    this.terminal = open();
    this.out = terminal.writer();
    this.palette = Palette.forTerminal(true);
    this.output = new RunOutput(logs);
    this.painter = new FramePainter(out);
    this.prompt = approvals.map(target -> new ApprovalPrompt(terminal, target));
    measure();
    Signals.register("WINCH", this::measure);
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
        size = measured;
      }
    } catch (IOError _) {
      // The last one will do.
    }
  }

  @Override
  public void update(ProgressUpdate update) {
    if (progress == null || !progress.isOf(update)) {
      paint("");
      painter.keep();
      progress = new RunProgress(update);
      waits = WaitSummary.EMPTY;
    } else {
      progress.apply(update);
    }
  }

  @Override
  public void explain(WaitSummary waits) {
    this.waits = waits;
  }

  @Override
  public void message(String line) {
    message = line;
    tick();
  }

  @Override
  public void tick() {
    RunProgress now = progress;
    if (now == null) {
      return;
    }
    frame++;
    Optional<JobSnapshot> held = now.jobs().stream().filter(JobSnapshot::isHeld).findFirst();
    paint(prompt.map(asks -> asks.ask(now.run(), held)).orElse(""));
  }

  private void paint(String question) {
    if (progress == null) {
      return;
    }
    List<String> footer = new ArrayList<>();
    if (!question.isEmpty()) {
      footer.add(palette.bold(question));
    }
    if (!message.isEmpty()) {
      footer.add(palette.paint("cancelling", message));
    }
    var tree = new RunTree(palette, output, size, frame);
    painter.paint(tree.lines(progress, waits, footer, Instant.now()), size);
  }

  @Override
  public void end() {
    message = "";
    prompt.ifPresent(ApprovalPrompt::restore);
    paint("");
    painter.keep();
    if (progress != null) {
      new RunSummary(palette, output).lines(progress, true).forEach(out::println);
    }
    out.flush();
  }

  @Override
  public void close() {
    try {
      prompt.ifPresent(ApprovalPrompt::restore);
      terminal.close();
    } catch (IOException | IOError _) {
      // The terminal is gone.
    }
  }
}
