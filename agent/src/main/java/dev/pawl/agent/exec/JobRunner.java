package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.session.Report;
import dev.pawl.core.classify.Classification;
import dev.pawl.core.classify.Failure;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.FromAgent.Evidence;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Executes one attempt, until nothing of it is left. Run by one thread; the word to start and the
/// signals to stop come from others, and so do the acknowledgements of log bytes.
final class JobRunner {

  private static final Report.End CANCELLED = new Report.Stopped("cancelled", "");

  private final JobDispatch dispatch;
  private final Workspace workspace;
  private final Consumer<Report> reports;
  private final StartSignal start = new StartSignal();
  private final StopSignal stop = new StopSignal();
  private final LogShipper log;
  private final StepClaims claims;
  private volatile boolean isKilled;

  JobRunner(JobDispatch dispatch, Workspace workspace, LogLink link, Consumer<Report> reports) {
    this.dispatch = dispatch;
    this.workspace = workspace;
    this.log = new LogShipper(link, dispatch.leaseId());
    this.reports = reports;
    this.claims = new StepClaims(dispatch, reports);
  }

  /// The server has committed the start.
  void start() {
    start.give();
  }

  /// Stop gracefully, and report so.
  void cancel() {
    stop.request(false);
  }

  /// Stop at once: nobody hears of it any more, and nobody takes more of the log.
  void kill() {
    isKilled = true;
    stop.request(true);
    log.close();
  }

  void logAcknowledged(int step, long offset) {
    log.acknowledged(step, offset);
  }

  void resumeLog() {
    log.resume();
  }

  /// Executes the attempt. Returns its result when nothing else of it is left.
  Report.End run() throws InterruptedException {
    Report.End end = execute();
    return isKilled ? new Report.Ended() : end;
  }

  private Report.End execute() throws InterruptedException {
    if (dispatch.group() == null && !start.isGivenBefore(stop)) {
      return CANCELLED;
    }
    try (Workspace.Place place = workspace.open(dispatch)) {
      if (dispatch.group() != null) {
        Optional<Report.End> end = findGroup(place, dispatch.group());
        if (end.isPresent()) {
          return end.get();
        }
      }
      return steps(place);
    } catch (IOException e) {
      return failed("infra", "the workspace could not be prepared: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      // A defect, but nobody waits for a result that never comes.
      return failed("infra", "the agent failed: " + e);
    }
  }

  /// Finds out the group, and waits for the word to start. The end of the job if that never comes.
  private Optional<Report.End> findGroup(Workspace.Place place, String command)
      throws InterruptedException, IOException {
    GroupCommand.Answer answer = new GroupCommand(place).run(command, stop);
    if (answer instanceof GroupCommand.Failed(var why) && !stop.isRequested()) {
      return Optional.of(failed("user", why));
    }
    if (answer instanceof GroupCommand.Group(var key)) {
      reports.accept(new Report.GroupFound(key));
    }
    return start.isGivenBefore(stop) ? Optional.empty() : Optional.of(CANCELLED);
  }

  private static Report.End failed(String code, String reason) {
    return new Report.Completed("failed", null, code, reason, null, Map.of());
  }

  private Report.End steps(Workspace.Place place) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(dispatch.maxRuntimeSeconds()).toNanos();
    var runner = new StepRunner(place, Duration.ofMillis(dispatch.gracePeriodMillis()));
    List<FromServer.Step> steps = dispatch.job().steps();
    for (int index = 0; index < steps.size() && !stop.isRequested(); index++) {
      FromServer.Step step = steps.get(index);
      Done done = run(runner, index, step, Duration.ofNanos(deadline - System.nanoTime()));
      if (claims.state(index) == StepState.FAILED) {
        skipFrom(index + 1);
        return failed(step, done);
      }
    }
    return stop.isRequested()
        ? CANCELLED
        : new Report.Completed("success", null, "ok", "", null, Map.of());
  }

  /// How a step ended, and what its failure is, if it is one.
  private record Done(StepEnd end, Classification found) {}

  private static Report.End failed(FromServer.Step step, Done done) {
    StepEnd end = done.end();
    boolean timedOut = end.ender() == Ender.TIMEOUT;
    return new Report.Completed(
        timedOut ? "timed_out" : "failed",
        end.ender() == Ender.NOBODY ? null : end.exitCode(),
        Machine.wireName(done.found().code()),
        "step '%s' failed: %s"
            .formatted(
                step.name(),
                end.message().isEmpty() ? "exit code " + end.exitCode() : end.message()),
        done.found().evidence().map(its -> new Evidence(its.rule(), its.line())).orElse(null),
        Map.of());
  }

  private Done run(StepRunner runner, int index, FromServer.Step step, Duration left)
      throws InterruptedException {
    claims.move(index, StepEvent.START, StepEnd.NEVER_RAN);
    var tail = new Tail();
    StepEnd end =
        runner.run(
            index,
            step,
            log,
            tail,
            stop,
            left,
            () -> claims.move(index, StepEvent.CANCEL_GRACEFUL, StepEnd.NEVER_RAN));
    StepEvent row = ending(claims.state(index), end, step.expectedExitCodes());
    Classification found = row == StepEvent.FAIL ? classified(end, tail) : Classification.NONE;
    claims.move(index, row, end, row == StepEvent.FAIL ? Machine.wireName(found.code()) : null);
    return new Done(end, found);
  }

  /// By the rules, where nobody has ended it: only then is the log the reason; or, where there was
  /// no process, why there was none.
  private Classification classified(StepEnd end, Tail tail) {
    return switch (end.ender()) {
      case PROCESS ->
          classified(
              new Failure(
                  end.exitCode(),
                  ExitCode.signalName(end.exitCode()),
                  Ender.PROCESS,
                  tail.lines()));
      case NOBODY -> classified(new Failure(null, null, Ender.NOBODY, List.of(end.message())));
      case TIMEOUT -> Classification.TIMED_OUT;
      case TERMINATED, KILLED -> Classification.NONE;
    };
  }

  private Classification classified(Failure failure) {
    return SentRules.of(dispatch.job()).classify(failure);
  }

  private static StepEvent ending(StepState state, StepEnd end, List<Integer> expected) {
    if (state == StepState.CANCELLING) {
      return end.ender() == Ender.KILLED ? StepEvent.CANCEL_FORCE : StepEvent.COMPLETE;
    }
    return switch (end.ender()) {
      case PROCESS -> expected.contains(end.exitCode()) ? StepEvent.SUCCEED : StepEvent.FAIL;
      case NOBODY, TIMEOUT -> StepEvent.FAIL;
      case TERMINATED, KILLED -> StepEvent.CANCEL;
    };
  }

  private void skipFrom(int index) {
    for (int step = index; step < dispatch.job().steps().size(); step++) {
      claims.move(step, StepEvent.SKIP, StepEnd.NEVER_RAN);
    }
  }
}
