package dev.pawl.cli.view;

import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.run.Run;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.runtime.Change;
import java.io.PrintStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A line for everything that happens: for logs, pipes and dumb terminals.
public final class PlainView implements RunView {

  private final PrintStream out;
  private final Palette palette;
  private final Summary summary;
  private @Nullable Picture picture;

  public PlainView(PrintStream out, LogFiles logs) {
    this.out = out;
    this.palette = new Palette(false);
    this.summary = new Summary(palette, logs);
  }

  @Override
  public synchronized void changed(Change change) {
    Run run = change.run();
    if (picture == null) {
      picture = new Picture(change);
      out.println(
          "run #%d %s (%s)"
              .formatted(run.origin().number(), run.origin().workflow(), run.origin().file()));
    } else {
      picture.add(change);
    }
    for (Transition line : change.transitions()) {
      print(run, line, picture, change.at());
    }
    out.flush();
  }

  private void print(Run run, Transition line, Picture now, Instant at) {
    switch (line.cause()) {
      case AttemptMoved(var ref, var event, _) when isWorthALine(event) ->
          printJob(now.line(run.job(ref.job()), at), line.to());
      case StepMoved(var ref, var step, var event, _, _) when event == StepEvent.START ->
          out.println(
              "  %s › %s"
                  .formatted(
                      run.plan().job(ref.job()).name(),
                      run.plan().job(ref.job()).steps().get(step).name()));
      default -> {} // the rest is in `pawl history`
    }
  }

  private static boolean isWorthALine(AttemptEvent event) {
    return switch (event) {
      case ENQUEUE, LEASE, ACK, WAIT, HOLD, APPROVE, TIMER_DONE, UPLOAD -> false;
      case SKIP, CANCEL, REJECT, EXPIRE, FAIL, REQUEUE, START, SUCCEED, TIME_OUT -> true;
      case CANCEL_GRACEFUL, RECOVER, LOSE, COMPLETE, CANCEL_FORCE -> true;
    };
  }

  private void printJob(Picture.JobLine job, String state) {
    String span = job.isOver() ? job.span().map(time -> " " + Spans.text(time)).orElse("") : "";
    String why = job.message().isEmpty() ? "" : ": " + job.message();
    out.println("%s %s %s%s%s".formatted(palette.sign(state), job.name(), state, span, why));
  }

  @Override
  public synchronized void say(String line) {
    out.println(line);
    out.flush();
  }

  @Override
  public synchronized void end(Run run) {
    summary.failures(run).forEach(out::println);
    out.println(summary.line(run));
    out.flush();
  }

  @Override
  public void close() {}
}
