package dev.pawl.agent.session;

import dev.pawl.agent.session.Stage.Asking;
import dev.pawl.agent.session.Stage.Cancelling;
import dev.pawl.agent.session.Stage.Evaluating;
import dev.pawl.agent.session.Stage.Over;
import dev.pawl.agent.session.Stage.Rejected;
import dev.pawl.agent.session.Stage.Reported;
import dev.pawl.agent.session.Stage.Running;
import dev.pawl.agent.session.Stage.Starting;
import dev.pawl.agent.session.Stage.Stopping;
import dev.pawl.agent.session.Stage.Withdrawn;
import dev.pawl.protocol.FromServer.BreakerAnswer;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.JobHeartbeatAck;
import java.time.Duration;

/// One lease, from its dispatch until nothing of it is left: what is done, and when.
///
/// Only [#acknowledged] starts the job. What is said goes through [Voice], which knows nothing of
/// stages.
final class Lease {

  private final JobDispatch dispatch;
  private final Execution execution;
  private final Voice voice;
  private Stage stage = new Over();

  Lease(JobDispatch dispatch, Execution execution, Voice voice) {
    this.dispatch = dispatch;
    this.execution = execution;
    this.voice = voice;
  }

  JobDispatch dispatch() {
    return dispatch;
  }

  Voice voice() {
    return voice;
  }

  Stage stage() {
    return stage;
  }

  /// Whether the execution has it, or will as soon as the server lets it.
  boolean occupiesASlot() {
    return stage instanceof Stage.Open || stage instanceof Stopping;
  }

  void take() {
    voice.say(voice.words().ack());
    if (dispatch.group() == null) {
      start();
    } else {
      stage = new Evaluating();
      execution.evaluateGroup(dispatch);
    }
  }

  void reject(String reason) {
    voice.say(voice.words().reject(reason));
    stage = new Rejected();
  }

  private void start() {
    stage = new Starting(voice.say(voice.words().start()));
  }

  void acknowledged(long seq) {
    voice.spool().acknowledge(seq);
    if (stage instanceof Starting(var start) && voice.spool().has(start)) {
      stage = new Running();
      execution.start(dispatch);
    }
    forgetWhatIsSettled();
  }

  /// The end of the job, or its rejection, is all that a lease may still be kept for.
  private void forgetWhatIsSettled() {
    if ((stage instanceof Reported || stage instanceof Rejected) && voice.spool().isEmpty()) {
      stage = new Over();
    }
  }

  /// The server has the result.
  void completed() {
    if (stage instanceof Reported) {
      stage = new Over();
    }
  }

  private void askToJoin(Report.GroupFound found) {
    voice.ask(found);
    stage = new Asking(found);
  }

  void mayJoin(boolean proceeds) {
    if (stage instanceof Asking(var found)) {
      voice.answered(found);
      if (proceeds) {
        start();
      } else {
        kill(Stop.RELEASED);
      }
    }
  }

  /// The heartbeat's answer also carries a cancel that may have been lost on its way.
  void renewed(JobHeartbeatAck ack) {
    voice.renewals().answered(ack.beat(), Duration.ofSeconds(ack.leaseTtlSeconds()));
    if (ack.force()) {
      kill(Stop.FORCED);
    } else if (ack.cancelRequested()) {
      cancel("cancel requested", Duration.ofSeconds(ack.deadlineSeconds()));
    }
  }

  /// The server listens again. The log of what has ended is durable already, or given up.
  void resume(Duration now) {
    voice.resume(now, stage);
    if (isRunning()) {
      execution.resumeLog(dispatch.leaseId());
    }
  }

  void logAcknowledged(int step, long offset) {
    execution.logAcknowledged(dispatch.leaseId(), step, offset);
  }

  void answered(BreakerAnswer answer) {
    voice.answered(new Report.ToolWanted(answer.stepIndex(), answer.tool()));
    if (isRunning()) {
      execution.answered(answer);
    }
  }

  void cancel(String reason, Duration bound) {
    switch (stage) {
      case Running _ -> {
        stage = new Cancelling();
        execution.cancel(dispatch.leaseId(), reason, bound);
      }
      case Evaluating _, Asking _, Starting _ -> withdraw(reason);
      case Cancelling _, Withdrawn _, Reported _, Rejected _, Stopping _, Over _ -> {}
    }
  }

  /// Nothing has been started, and nothing will be: an acknowledgement of the start that is on its
  /// way finds another stage.
  private void withdraw(String reason) {
    if (dispatch.group() == null) {
      sayTheEnd(new Report.Stopped("cancelled", reason));
    } else {
      stage = new Withdrawn(reason);
      execution.kill(dispatch.leaseId(), Stop.RELEASED);
    }
  }

  void kill(Stop stop) {
    voice.close();
    switch (stage) {
      case Starting _ when dispatch.group() == null -> stage = new Over();
      case Evaluating _, Asking _, Starting _, Running _, Cancelling _ -> killNow(stop);
      case Stopping(var before) when before.runsHooks() && !stop.runsHooks() -> killNow(stop);
      case Withdrawn _ -> stage = new Stopping(Stop.RELEASED);
      case Reported _, Rejected _ -> stage = new Over();
      case Stopping _, Over _ -> {}
    }
  }

  private void killNow(Stop stop) {
    stage = new Stopping(stop);
    execution.kill(dispatch.leaseId(), stop);
  }

  /// What the execution says. What does not fit the stage was on its way when that changed.
  void reported(Report report) {
    switch (report) {
      case Report.End end -> ended(end);
      case Report.GroupFound found when stage instanceof Evaluating -> askToJoin(found);
      case Report.StepMoved step when isRunning() -> voice.say(voice.words().step(step));
      case Report.Uploading _ when isRunning() -> voice.say(voice.words().uploading());
      case Report.ToolWanted tool when isRunning() -> voice.ask(tool);
      case Report.GroupFound _, Report.StepMoved _, Report.Uploading _, Report.ToolWanted _ -> {}
    }
  }

  private boolean isRunning() {
    return stage instanceof Running || stage instanceof Cancelling;
  }

  private void ended(Report.End end) {
    switch (stage) {
      case Evaluating _, Asking _, Starting _, Running _, Cancelling _ -> sayTheEnd(end);
      case Withdrawn(var reason) -> sayTheEnd(new Report.Stopped("cancelled", reason));
      case Stopping _ -> stage = new Over();
      case Reported _, Rejected _, Over _ -> {}
    }
  }

  private void sayTheEnd(Report.End end) {
    voice.say(voice.words().end(end));
    stage = new Reported();
  }
}
