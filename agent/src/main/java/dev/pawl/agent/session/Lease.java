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
import dev.pawl.protocol.FromAgent.JobCancelAck;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.JobLost;
import dev.pawl.protocol.FromAgent.JobReject;
import dev.pawl.protocol.FromServer.BreakerAnswer;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.JobHeartbeatAck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One lease, from its dispatch until nothing of it is left: what is done, and when.
///
/// Only [#acknowledged] starts the job. What is said goes through [Voice], which knows nothing of
/// stages.
final class Lease {

  /// What a graceful stop takes at the most, hooks included, where no server waits for it.
  private static final Duration LONGEST_GOODBYE = Duration.ofMinutes(40);

  private final Execution execution;
  private final Voice voice;
  private final Advance advance;
  private Stage stage = new Over();

  Lease(Execution execution, Voice voice, Advance advance) {
    this.execution = execution;
    this.voice = voice;
    this.advance = advance;
  }

  String id() {
    return voice.words().leaseId();
  }

  Voice voice() {
    return voice;
  }

  Stage stage() {
    return stage;
  }

  /// How much of it must not grow without an end.
  List<Bounded> sizes() {
    List<Bounded> sizes = new ArrayList<>(voice.sizes());
    sizes.add(advance.size());
    return sizes;
  }

  /// Whether the execution has it, or will as soon as the server lets it.
  boolean occupiesASlot() {
    return stage instanceof Stage.Open || stage instanceof Stopping;
  }

  void take(JobDispatch job) {
    voice.say(voice.words().ack());
    if (job.group() == null) {
      start(job);
    } else {
      stage = new Evaluating(job);
      execution.evaluateGroup(job);
    }
  }

  void reject(String reason) {
    voice.say(voice.words().reject(reason));
    stage = new Rejected();
  }

  /// It was in the hands of the agent that was here before, whose processes are gone. The end that
  /// it said is said again; where it said none, the job is lost. All that was said before goes
  /// first, also a start: the server may have it, and no number means two things.
  void recall() {
    stage =
        switch (voice.spool().latest().orElse(null)) {
          case JobReject _ -> new Rejected();
          case JobComplete _, JobCancelAck _, JobLost _ -> new Reported();
          case null, default -> {
            voice.spool().follows(voice.words().lost("agent restarted"));
            yield new Reported();
          }
        };
  }

  private void start(JobDispatch job) {
    stage = new Starting(job, voice.say(voice.words().start()));
  }

  void acknowledged(long seq) {
    voice.spool().acknowledge(seq);
    if (stage instanceof Starting(var job, var start) && voice.spool().has(start)) {
      stage = new Running();
      execution.start(job);
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

  private void askToJoin(JobDispatch job, Report.GroupFound found) {
    voice.ask(found);
    stage = new Asking(job, found);
  }

  void mayJoin(boolean proceeds) {
    if (stage instanceof Asking(var job, var found)) {
      voice.answered(found);
      if (proceeds) {
        start(job);
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

  void beat(Duration now) {
    voice.beat(now, stage, advance);
  }

  /// The server listens again. The log of what has ended is durable already, or given up.
  void resume(Duration now) {
    voice.resume(now, stage, advance);
    if (isRunning()) {
      execution.resumeLog(id());
    }
  }

  void cutOff() {
    if (isRunning()) {
      execution.cutOffLog(id());
    }
  }

  void logAcknowledged(int step, long offset) {
    advance.logged(step, offset);
    execution.logAcknowledged(id(), step, offset);
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
        execution.cancel(id(), reason, bound);
      }
      case Evaluating _, Asking _, Starting _ -> withdraw(new Report.Stopped("cancelled", reason));
      case GivenUp _ -> stage = new Cancelling(); // it is being stopped already
      case Cancelling _, Withdrawn _, Reported _, Rejected _, Stopping _, Over _ -> {}
    }
  }

  /// The agent is to end: the job is stopped gracefully, and lost by that.
  void giveUp(String reason) {
    switch (stage) {
      case Running _ -> {
        stage = new GivenUp(reason);
        execution.cancel(id(), reason, LONGEST_GOODBYE);
      }
      case Evaluating _, Asking _, Starting _ -> withdraw(new Report.Lost(reason));
      case Cancelling _, GivenUp _, Withdrawn _, Reported _, Rejected _, Stopping _, Over _ -> {}
    }
  }

  /// Nothing of the job has been started, and nothing will be: an acknowledgement of the start that
  /// is on its way finds another stage.
  private void withdraw(Report.End end) {
    if (stage instanceof Starting(var job, _) && job.group() == null) {
      sayTheEnd(end);
    } else {
      stage = new Withdrawn(end);
      execution.kill(id(), Stop.RELEASED);
    }
  }

  void kill(Stop stop) {
    voice.close();
    switch (stage) {
      case Starting(var job, _) when job.group() == null -> stage = new Over();
      case Evaluating _, Asking _, Starting _, Running _, Cancelling _, GivenUp _ -> killNow(stop);
      case Stopping(var before) when before.runsHooks() && !stop.runsHooks() -> killNow(stop);
      case Withdrawn _ -> stage = new Stopping(Stop.RELEASED);
      case Reported _, Rejected _ -> stage = new Over();
      case Stopping _, Over _ -> {}
    }
  }

  private void killNow(Stop stop) {
    stage = new Stopping(stop);
    execution.kill(id(), stop);
  }

  /// What the execution says. What does not fit the stage was on its way when that changed.
  void reported(Report report) {
    switch (report) {
      case Report.End end -> ended(end);
      case Report.GroupFound found when stage instanceof Evaluating(var job) ->
          askToJoin(job, found);
      case Report.StepMoved step when isRunning() -> {
        advance.moved(step);
        voice.say(voice.words().step(step));
      }
      case Report.Uploading _ when isRunning() -> voice.say(voice.words().uploading());
      case Report.ToolWanted tool when isRunning() -> voice.ask(tool);
      case Report.GroupFound _, Report.StepMoved _, Report.Uploading _, Report.ToolWanted _ -> {}
    }
  }

  private boolean isRunning() {
    return stage instanceof Running || stage instanceof Cancelling || stage instanceof GivenUp;
  }

  private void ended(Report.End end) {
    switch (stage) {
      case Evaluating _, Asking _, Starting _, Running _, Cancelling _ -> sayTheEnd(end);
      case GivenUp(var reason) when end instanceof Report.Stopped ->
          sayTheEnd(new Report.Lost(reason));
      case GivenUp _ -> sayTheEnd(end);
      case Withdrawn(var said) -> sayTheEnd(said);
      case Stopping _ -> stage = new Over();
      case Reported _, Rejected _, Over _ -> {}
    }
  }

  private void sayTheEnd(Report.End end) {
    voice.say(voice.words().end(end));
    stage = new Reported();
  }
}
