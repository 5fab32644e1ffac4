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
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.PrintStream;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Prints a line for each important event of a run: for logs, pipes and terminals without cursor
/// control.
public final class PlainView implements RunView {

  private static final Set<ReasonCode> SHOWN_WAITS =
      EnumSet.of(ReasonCode.BACKOFF, ReasonCode.TIMER);

  private final PrintStream out;
  private final Palette palette;
  private final RunSummary summary;
  private final Set<String> explained = new HashSet<>();
  private @Nullable RunProgress progress;

  public PlainView(PrintStream out, LogSource logs) {
    this(out, Palette.forTerminal(false), new RunOutput(logs));
  }

  PlainView(PrintStream out, Palette palette, RunOutput output) {
    this.out = out;
    this.palette = palette;
    this.summary = new RunSummary(palette, output);
  }

  @Override
  public void update(ProgressUpdate update) {
    apply(update);
    update.events().forEach(this::print);
    out.flush();
  }

  /// Takes the new state, without a line for each event.
  RunProgress apply(ProgressUpdate update) {
    if (progress == null || !progress.isOf(update)) {
      progress = new RunProgress(update);
      explained.clear();
      out.println(head(update.run()));
    } else {
      progress.apply(update);
    }
    return progress;
  }

  private static String head(RunHeader run) {
    String attempt = run.attempt() == 1 ? "" : ", attempt " + run.attempt();
    return "run #%d %s (%s)%s".formatted(run.number(), run.workflow(), run.file(), attempt);
  }

  /// Prints the line of an event, if it is important; the rest is in `pawl history`.
  void print(ProgressEvent event) {
    RunProgress now = progress;
    if (now == null) {
      return;
    }
    JobSnapshot job = now.job(event.attempt().job());
    switch (event) {
      case JobTransition transition -> {
        if (isWorthALine(transition)) {
          out.println(line(now, job, transition));
        }
        if (transition.event() == AttemptEvent.HOLD) {
          out.println(approval(now.run(), Optional.of(job)));
        }
      }
      case StepStart(var attempt, int step, _) -> {
        if (attempt.equals(job.ref()) && step < job.steps().size()) {
          out.println("  %s › %s".formatted(job.name(), job.steps().get(step).name()));
        }
      }
    }
  }

  /// Whether a transition is printed. Waits for other jobs are not, because those jobs have lines
  /// of their own.
  private static boolean isWorthALine(JobTransition transition) {
    return switch (transition.event()) {
      case WAIT -> SHOWN_WAITS.contains(transition.reason().code());
      case ENQUEUE, LEASE, ACK, APPROVE, TIMER_DONE, UPLOAD -> false;
      case HOLD, SKIP, CANCEL, REJECT, EXPIRE, FAIL, REQUEUE, START, SUCCEED, TIME_OUT -> true;
      case CANCEL_GRACEFUL, RECOVER, LOSE, COMPLETE, CANCEL_FORCE -> true;
    };
  }

  private String line(RunProgress now, JobSnapshot job, JobTransition transition) {
    boolean isOver = AttemptMachine.MACHINE.isTerminal(transition.state());
    boolean hasReason = isOver || transition.reason().code().isWait();
    boolean isCurrent = isOver && transition.attempt().equals(job.ref());
    String state = isCurrent ? job.shownState() : Machine.wireName(transition.state());
    String took =
        isOver
            ? now.span(transition.attempt(), transition.at())
                .map(time -> " " + DurationFormat.text(time))
                .orElse("")
            : "";
    String message = PrintableText.line(transition.reason().message());
    String why = message.isEmpty() || !hasReason ? "" : ": " + message;
    String name = job.displayName(transition.attempt().attempt());
    String sign = palette.paint(state, palette.sign(state));
    return "%s %s %s%s%s".formatted(sign, name, Palette.words(state), took, why);
  }

  /// The commands that approve and reject a job, or the whole run.
  static String approval(RunHeader run, Optional<JobSnapshot> job) {
    String what = run.number() + job.map(held -> " " + ShellWord.of(held.id())).orElse("");
    return "  approve: pawl approve %s · reject: pawl reject %s".formatted(what, what);
  }

  /// Prints each reason once.
  @Override
  public void explain(WaitSummary waits) {
    RunProgress now = progress;
    if (now == null) {
      return;
    }
    RunHeader run = now.run();
    if (run.isWaiting() && waits.run().isPresent()) {
      explain("run #" + run.number(), run.state(), waits.run().get().message());
    } else {
      waits.jobs().forEach((index, wait) -> explain(now.job(index), wait));
    }
    if (run.state().equals("held") && explained.add(run.state())) {
      out.println(approval(run, Optional.empty()));
    }
    out.flush();
  }

  private void explain(JobSnapshot job, WaitSummary.Wait wait) {
    if (job.state().equals("queued")) {
      explain(job.displayName(), job.state(), wait.message());
    }
  }

  private void explain(String name, String state, String why) {
    String line = "%s %s %s: %s".formatted(palette.sign(state), name, Palette.words(state), why);
    if (explained.add(line)) {
      out.println(line);
    }
  }

  @Override
  public void tick() {}

  @Override
  public void message(String line) {
    out.println(line);
    out.flush();
  }

  @Override
  public void end() {
    end(true);
  }

  /// @param hasTails whether failed steps are shown with their last lines
  void end(boolean hasTails) {
    if (progress != null) {
      summary.lines(progress, hasTails).forEach(out::println);
    }
    out.flush();
  }

  @Override
  public void close() {}
}
