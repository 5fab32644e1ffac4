package dev.pawl.cli.view;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.store.Change;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
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
  private @Nullable RunProgress progress;

  public PlainView(PrintStream out, LogFiles logs) {
    this.out = out;
    this.palette = new Palette(false);
    this.summary = new RunSummary(palette, logs);
  }

  @Override
  public synchronized void committed(Change change) {
    Run run = change.run();
    if (progress == null || !progress.isOf(run)) {
      progress = new RunProgress(change);
      print(head(run.origin()));
    } else {
      progress.add(change);
    }
    for (Transition line : change.transitions()) {
      print(run, line, progress, change.at());
    }
    out.flush();
  }

  private static String head(Origin origin) {
    int attempt = origin.lineage().attempt();
    return "run #%d %s (%s)%s"
        .formatted(
            origin.number(),
            origin.workflow(),
            origin.file(),
            attempt == 1 ? "" : ", attempt " + attempt);
  }

  private void print(Run run, Transition line, RunProgress now, Instant at) {
    AttemptTransition.of(line)
        .filter(PlainView::isWorthALine)
        .ifPresent(transition -> printJob(run, transition, now.span(transition.attempt(), at)));
    if (line.cause() instanceof StepMoved transition && transition.event() == StepEvent.START) {
      printStep(run.job(transition.attempt().job()), transition.step());
    }
    // The rest is in `pawl history`.
  }

  /// Whether a transition is printed. Waits for other jobs are not, because those jobs have lines
  /// of their own.
  private static boolean isWorthALine(AttemptTransition transition) {
    return switch (transition.event()) {
      case WAIT -> SHOWN_WAITS.contains(transition.reason().code());
      case ENQUEUE, LEASE, ACK, APPROVE, TIMER_DONE, UPLOAD -> false;
      case HOLD, SKIP, CANCEL, REJECT, EXPIRE, FAIL, REQUEUE, START, SUCCEED, TIME_OUT -> true;
      case CANCEL_GRACEFUL, RECOVER, LOSE, COMPLETE, CANCEL_FORCE -> true;
    };
  }

  private void printStep(Job job, int step) {
    if (job.attempt() instanceof Attempt.WithAgent held) {
      print("  %s › %s".formatted(job.planned().name(), held.steps().get(step).name()));
    }
  }

  private void printJob(Run run, AttemptTransition transition, Optional<Duration> span) {
    boolean isOver = AttemptMachine.MACHINE.isTerminal(transition.state());
    boolean hasReason = isOver || transition.reason().code().isWait();
    String state = Machine.wireName(transition.state());
    String took = isOver ? span.map(time -> " " + DurationFormat.text(time)).orElse("") : "";
    String message = transition.reason().message();
    String why = message.isEmpty() || !hasReason ? "" : ": " + message;
    String name =
        JobDisplayName.format(run.job(transition.attempt().job()), transition.attempt().attempt());
    print("%s %s %s%s%s".formatted(palette.sign(state), name, Palette.words(state), took, why));
  }

  /// Prints a line without control characters.
  private void print(String line) {
    out.println(PrintableText.line(line));
  }

  @Override
  public synchronized void message(String line) {
    out.println(line);
    out.flush();
  }

  @Override
  public synchronized void end(Run run) {
    summary.details(run).forEach(out::println);
    out.println(summary.line(run));
    out.flush();
  }

  @Override
  public void close() {}
}
