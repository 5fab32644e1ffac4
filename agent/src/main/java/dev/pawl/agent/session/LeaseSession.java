package dev.pawl.agent.session;

import dev.pawl.agent.session.Stage.Asking;
import dev.pawl.agent.session.Stage.Cancelling;
import dev.pawl.agent.session.Stage.Evaluating;
import dev.pawl.agent.session.Stage.GivenUp;
import dev.pawl.agent.session.Stage.Over;
import dev.pawl.agent.session.Stage.Rejected;
import dev.pawl.agent.session.Stage.Reported;
import dev.pawl.agent.session.Stage.Running;
import dev.pawl.agent.session.Stage.Starting;
import dev.pawl.agent.session.Stage.Stopping;
import dev.pawl.agent.session.Stage.Withdrawn;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One lease, from its dispatch until nothing of it is left: what is done, and when.
///
/// Only [#acknowledged] starts the job. What is said goes through [LeaseOutbox], which knows
/// nothing of stages.
final class LeaseSession {

  /// What a graceful stop takes at the most, hooks included, where no server waits for it.
  private static final Duration LONGEST_GOODBYE = Duration.ofMinutes(40);

  private final Execution execution;
  private final LeaseOutbox voice;
  private final JobProgress advance;
  private Stage stage = new Over();

  LeaseSession(Execution execution, LeaseOutbox voice, JobProgress advance) {
    this.execution = execution;
    this.voice = voice;
    this.advance = advance;
  }

  String id() {
    return voice.messages().leaseId();
  }

  LeaseOutbox outbox() {
    return voice;
  }

  Stage stage() {
    return stage;
  }

  /// How much of it must not grow without an end.
  List<SessionSize> sizes() {
    List<SessionSize> sizes = new ArrayList<>(voice.sizes());
    sizes.add(advance.size());
    return sizes;
  }

  /// Whether the execution has it, or will as soon as the server lets it.
  boolean occupiesASlot() {
    return stage instanceof Stage.Open || stage instanceof Stopping;
  }

  void accept(JobDispatch job) {
    voice.send(voice.messages().ack());
    if (job.group() == null) {
      start(job);
    } else {
      stage = new Evaluating(job);
      execution.evaluateGroup(job);
    }
  }

  void reject(String reason) {
    voice.send(voice.messages().reject(reason));
    stage = new Rejected();
  }

  /// It was in the hands of the agent that was here before, whose processes are gone. The end that
  /// it said is said again; where it said none, the job is lost. All that was said before goes
  /// first, also a start: the server may have it, and no number means two things.
  void restore() {
    stage =
        switch (voice.queue().latest().orElse(null)) {
          case JobReject _ -> new Rejected();
          case JobComplete _, JobCancelAck _, JobLost _ -> new Reported();
          case null, default -> {
            voice.queue().addDerived(voice.messages().lost("agent restarted"));
            yield new Reported();
          }
        };
  }

  private void start(JobDispatch job) {
    stage = new Starting(job, voice.send(voice.messages().start()));
  }

  void acknowledged(long seq) {
    voice.queue().acknowledge(seq);
    if (stage instanceof Starting(var job, var start) && voice.queue().isAcknowledged(start)) {
      stage = new Running();
      execution.start(job);
    }
    forgetWhatIsSettled();
  }

  /// The end of the job, or its rejection, is all that a lease may still be kept for.
  private void forgetWhatIsSettled() {
    if ((stage instanceof Reported || stage instanceof Rejected) && voice.queue().isEmpty()) {
      stage = new Over();
    }
  }

  /// The server has the result.
  void completionAcknowledged() {
    if (stage instanceof Reported) {
      stage = new Over();
    }
  }

  private void askToJoin(JobDispatch job, JobReport.GroupEvaluated found) {
    voice.ask(found);
    stage = new Asking(job, found);
  }

  void groupDecided(boolean proceeds) {
    if (stage instanceof Asking(var job, var found)) {
      voice.answered(found);
      if (proceeds) {
        start(job);
      } else {
        kill(KillReason.RELEASED);
      }
    }
  }

  /// The heartbeat's answer also carries a cancel that may have been lost on its way.
  void renewed(JobHeartbeatAck ack) {
    voice.renewals().answered(ack.beat(), Duration.ofSeconds(ack.leaseTtlSeconds()));
    if (ack.force()) {
      kill(KillReason.FORCED);
    } else if (ack.cancelRequested()) {
      cancel("cancel requested", Duration.ofSeconds(ack.deadlineSeconds()));
    }
  }

  void beat(Duration now) {
    voice.sendHeartbeat(now, stage, advance);
  }

  /// The server listens again. The log of what has ended is durable already, or given up.
  void resume(Duration now) {
    voice.resume(now, stage, advance);
    if (isRunning()) {
      execution.resumeLog(id());
    }
  }

  void disconnected() {
    if (isRunning()) {
      execution.disconnectLog(id());
    }
  }

  void logAcknowledged(int step, long offset) {
    advance.logged(step, offset);
    execution.logAcknowledged(id(), step, offset);
  }

  void toolAnswered(BreakerAnswer answer) {
    voice.answered(new JobReport.ToolRequested(answer.stepIndex(), answer.tool()));
    if (isRunning()) {
      execution.toolAnswered(answer);
    }
  }

  void cancel(String reason, Duration bound) {
    switch (stage) {
      case Running _ -> {
        stage = new Cancelling();
        execution.cancel(id(), reason, bound);
      }
      case Evaluating _, Asking _, Starting _ ->
          withdraw(new JobReport.Stopped("cancelled", reason));
      case GivenUp _ -> stage = new Cancelling(); // it is being stopped already
      case Cancelling _, Withdrawn _, Reported _, Rejected _, Stopping _, Over _ -> {}
    }
  }

  /// The agent is to end: the job is stopped gracefully, and lost by that.
  void stopForShutdown(String reason) {
    switch (stage) {
      case Running _ -> {
        stage = new GivenUp(reason);
        execution.cancel(id(), reason, LONGEST_GOODBYE);
      }
      case Evaluating _, Asking _, Starting _ -> withdraw(new JobReport.Lost(reason));
      case Cancelling _, GivenUp _, Withdrawn _, Reported _, Rejected _, Stopping _, Over _ -> {}
    }
  }

  /// Nothing of the job has been started, and nothing will be: an acknowledgement of the start that
  /// is on its way finds another stage.
  private void withdraw(JobReport.End end) {
    if (stage instanceof Starting(var job, _) && job.group() == null) {
      sayTheEnd(end);
    } else {
      stage = new Withdrawn(end);
      execution.kill(id(), KillReason.RELEASED);
    }
  }

  void kill(KillReason stop) {
    voice.close();
    switch (stage) {
      case Starting(var job, _) when job.group() == null -> stage = new Over();
      case Evaluating _, Asking _, Starting _, Running _, Cancelling _, GivenUp _ -> killNow(stop);
      case Stopping(var before) when before.allowsHooks() && !stop.allowsHooks() -> killNow(stop);
      case Withdrawn _ -> stage = new Stopping(KillReason.RELEASED);
      case Reported _, Rejected _ -> stage = new Over();
      case Stopping _, Over _ -> {}
    }
  }

  private void killNow(KillReason stop) {
    stage = new Stopping(stop);
    execution.kill(id(), stop);
  }

  /// What the execution says. What does not fit the stage was on its way when that changed.
  void report(JobReport report) {
    switch (report) {
      case JobReport.End end -> ended(end);
      case JobReport.GroupEvaluated found when stage instanceof Evaluating(var job) ->
          askToJoin(job, found);
      case JobReport.StepStateChanged step when isRunning() -> {
        advance.stepChanged(step);
        voice.send(voice.messages().step(step));
      }
      case JobReport.Uploading _ when isRunning() -> voice.send(voice.messages().uploading());
      case JobReport.ToolRequested tool when isRunning() -> voice.ask(tool);
      case JobReport.GroupEvaluated _,
          JobReport.StepStateChanged _,
          JobReport.Uploading _,
          JobReport.ToolRequested _ -> {}
    }
  }

  private boolean isRunning() {
    return stage instanceof Running || stage instanceof Cancelling || stage instanceof GivenUp;
  }

  private void ended(JobReport.End end) {
    switch (stage) {
      case Evaluating _, Asking _, Starting _, Running _, Cancelling _ -> sayTheEnd(end);
      case GivenUp(var reason) when end instanceof JobReport.Stopped ->
          sayTheEnd(new JobReport.Lost(reason));
      case GivenUp _ -> sayTheEnd(end);
      case Withdrawn(var said) -> sayTheEnd(said);
      case Stopping _ -> stage = new Over();
      case Reported _, Rejected _, Over _ -> {}
    }
  }

  private void sayTheEnd(JobReport.End end) {
    voice.send(voice.messages().end(end));
    stage = new Reported();
  }
}
