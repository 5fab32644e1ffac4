package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The agent's side of one lease, from its dispatch until nothing of it is left.
///
/// The state of the attempt is an [AttemptClaim]; beside it the lease only knows what it waits for.
/// The job is started by [#acknowledged] and nowhere else. Messages go through the [LeaseOutbox].
///
/// One file in spite of its length: it is one state machine, and a reader needs its states and all
/// of their transitions side by side.
final class LeaseSession {

  /// The reason of a loss that the agent reports after it has fenced a job.
  static final String FENCED = "its agent stopped it: no server answered within its lease";

  /// The longest graceful stop, hooks included, when the agent itself shuts down.
  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofMinutes(40);

  /// The event that a lease waits for.
  private sealed interface Pending {}

  /// The commit of the run's ref, which the execution finds out.
  private record CommitResult(JobDispatch job) implements Pending {}

  /// The server's decision which commit the run has.
  private record CommitDecision(JobDispatch job, JobReport.CommitResolved resolved)
      implements Pending {}

  /// The result of the job's group command, which the execution runs.
  private record GroupResult(JobDispatch job) implements Pending {}

  /// The server's decision whether the job may proceed in its group.
  private record GroupDecision(JobDispatch job, JobReport.GroupEvaluated group)
      implements Pending {}

  /// The acknowledgement of `job.start`, which is message `seq`. Nothing may run before.
  private record StartAck(JobDispatch job, long seq) implements Pending {}

  /// The end of the job, which the execution runs.
  ///
  /// @param shutdown present if the job is being stopped because the agent shuts down: unless it
  ///   ends by itself before, it is lost, for this reason
  private record JobEnd(Optional<String> shutdown) implements Pending {}

  /// The release of a job that was withdrawn before its start, whose end is reported then.
  private record JobRelease(JobReport.End end) implements Pending {}

  /// The acknowledgement of the reported end, however long it takes: no process is left that would
  /// have to be fenced.
  private record EndAck() implements Pending {}

  /// The acknowledgement of the rejection of the dispatch.
  private record RejectionAck() implements Pending {}

  /// The end of a job that was killed. No result of it is reported.
  ///
  /// @param loss present if the server may count the job as running: once nothing of it is left, it
  ///   is reported as lost, for this reason
  private record JobDeath(KillReason reason, Optional<String> loss) implements Pending {}

  /// Nothing: the lease can be forgotten.
  private record Nothing() implements Pending {}

  private final Execution execution;
  private final LeaseOutbox outbox;
  private final JobProgress progress;
  private AttemptClaim attempt = AttemptClaim.leased();
  private Pending pending = new Nothing();
  private Duration publishedEnd = Duration.ZERO;

  LeaseSession(Execution execution, LeaseOutbox outbox, JobProgress progress) {
    this.execution = execution;
    this.outbox = outbox;
    this.progress = progress;
  }

  String id() {
    return outbox.messages().leaseId();
  }

  LeaseOutbox outbox() {
    return outbox;
  }

  /// The sizes of the collections that must not grow without bound.
  List<SessionSize> sizes() {
    List<SessionSize> sizes = new ArrayList<>(outbox.sizes());
    sizes.add(progress.size());
    return sizes;
  }

  /// Whether nothing of the lease is left.
  boolean isOver() {
    return pending instanceof Nothing;
  }

  /// Whether the job has no result yet. Such a lease is fenced when its heartbeats are not
  /// answered.
  boolean isOpen() {
    return switch (pending) {
      case CommitResult _, CommitDecision _, GroupResult _, GroupDecision _ -> true;
      case StartAck _, JobEnd _, JobRelease _ -> true;
      case EndAck _, RejectionAck _, JobDeath _, Nothing _ -> false;
    };
  }

  /// Whether neither side has ended the lease: heartbeats are sent.
  boolean isHeld() {
    return isOpen() || pending instanceof EndAck;
  }

  /// Whether something may have to be sent under the lease.
  boolean hasMessages() {
    return isHeld() || pending instanceof RejectionAck;
  }

  /// Whether the execution has the job, or will have it as soon as the server allows the start.
  boolean occupiesSlot() {
    return isOpen() || pending instanceof JobDeath;
  }

  /// Whether so much is unacknowledged that the execution must wait before it reports. A job that
  /// was killed need not: all that it may add is its loss.
  boolean isFull() {
    return !(pending instanceof JobDeath) && outbox.isFull();
  }

  private boolean isRunning() {
    return pending instanceof JobEnd;
  }

  /// Tells the execution how long the lease lasts, if it has the job and that has changed.
  void publishEnd(Duration now) {
    boolean isExecuted =
        switch (pending) {
          case CommitResult _, CommitDecision _, GroupResult _, GroupDecision _, JobEnd _ -> true;
          case StartAck(var job, _) -> job.isPrepared();
          case JobRelease _, EndAck _, RejectionAck _, JobDeath _, Nothing _ -> false;
        };
    Duration end = outbox.renewals().end();
    if (isExecuted && !end.equals(publishedEnd)) {
      publishedEnd = end;
      execution.leaseRenewed(id(), end.minus(now));
    }
  }

  void accept(JobDispatch job, Duration now) {
    attempt.acknowledge();
    if (job.inputs().unresolvedRef() != null) {
      outbox.send(outbox.messages().ack());
      pending = new CommitResult(job);
      execution.resolveCommit(job);
    } else if (job.group() != null) {
      outbox.send(outbox.messages().ack());
      pending = new GroupResult(job);
      execution.evaluateGroup(job);
    } else {
      outbox.sendWithNext(outbox.messages().ack(), now);
      requestStart(job);
    }
  }

  void reject(String reason) {
    attempt.reject();
    outbox.send(outbox.messages().reject(reason));
    pending = new RejectionAck();
  }

  /// Takes over the lease of an agent that crashed, whose processes are gone. An end that it has
  /// reported is sent again; without one, the job is lost. Every earlier message is sent before, a
  /// start too: the server may have it, and no sequence number may have two meanings.
  void restore() {
    switch (outbox.queue().latest().orElse(null)) {
      case JobReject rejected -> restore(rejected, new RejectionAck());
      case JobComplete complete -> restore(complete, new EndAck());
      case JobCancelAck cancelled -> restore(cancelled, new EndAck());
      case JobLost lost -> restore(lost, new EndAck());
      case null, default ->
          restore(
              outbox.queue().addDerived(outbox.messages().lost("agent restarted")), new EndAck());
    }
  }

  private void restore(SequencedMessage end, Pending acknowledgement) {
    attempt = AttemptClaim.restored(end);
    pending = acknowledgement;
  }

  private void requestStart(JobDispatch job) {
    pending = new StartAck(job, outbox.send(outbox.messages().start()));
  }

  void acknowledged(long seq) {
    outbox.queue().acknowledge(seq);
    if (pending instanceof StartAck(var job, var start) && outbox.queue().isAcknowledged(start)) {
      attempt.start();
      pending = new JobEnd(Optional.empty());
      execution.start(job);
    }
    boolean isReported = pending instanceof EndAck || pending instanceof RejectionAck;
    if (isReported && outbox.queue().isEmpty()) {
      pending = new Nothing();
    }
  }

  /// The server has the result.
  void completionAcknowledged() {
    if (pending instanceof EndAck) {
      pending = new Nothing();
    }
  }

  /// The server has decided which commit the run has. It names none only to a job that it stops.
  void commitDecided(String commit) {
    if (pending instanceof CommitDecision(var job, var resolved) && !commit.isEmpty()) {
      outbox.answered(resolved);
      execution.commitDecided(id(), commit);
      if (job.group() == null) {
        requestStart(job);
      } else {
        pending = new GroupResult(job);
      }
    }
  }

  void groupDecided(boolean proceeds) {
    if (pending instanceof GroupDecision(var job, var group)) {
      outbox.answered(group);
      if (proceeds) {
        requestStart(job);
      } else {
        kill(KillReason.RELEASED);
      }
    }
  }

  /// The server has answered a heartbeat. The answer repeats a cancel, which may have been lost.
  void renewed(JobHeartbeatAck ack) {
    outbox.renewals().answered(ack.beat(), Duration.ofSeconds(ack.leaseTtlSeconds()));
    if (ack.force()) {
      kill(KillReason.FORCED);
    } else if (ack.cancelRequested()) {
      cancel("cancel requested", Duration.ofSeconds(ack.deadlineSeconds()));
    }
  }

  void sendHeartbeat(Duration now) {
    outbox.repeatUnanswered(now);
    if (isHeld()) {
      outbox.sendHeartbeat(now, attempt.state(), progress);
    }
  }

  /// The agent is registered again. The log of a job that has ended is durable, or given up.
  void resume(Duration now) {
    outbox.repeatAllAtNextHeartbeat();
    sendHeartbeat(now);
    if (isRunning()) {
      execution.resumeLog(id());
    }
  }

  void disconnected() {
    if (isRunning()) {
      execution.disconnectLog(id());
    }
  }

  void logAcknowledged(int step, long offset, boolean isCut) {
    if (!isCut) { // else the offset counts bytes that were dropped
      progress.logged(step, offset);
    }
    execution.logAcknowledged(id(), step, offset, isCut);
  }

  void toolAnswered(BreakerAnswer answer) {
    outbox.answered(new JobReport.ToolRequested(answer.stepIndex(), answer.tool()));
    if (isRunning()) {
      execution.toolAnswered(answer);
    }
  }

  /// The server has cancelled the job.
  void cancel(String reason, Duration bound) {
    switch (pending) {
      case CommitResult _, CommitDecision _, GroupResult _, GroupDecision _, StartAck _ -> {
        boolean _ = attempt.cancel();
        withdraw(new JobReport.Stopped("cancelled", reason));
      }
      case JobEnd(var shutdown) when attempt.cancel() -> {
        pending = new JobEnd(Optional.empty());
        if (shutdown.isEmpty()) {
          execution.cancel(id(), reason, bound);
        }
      }
      case JobEnd _, JobRelease _, EndAck _, RejectionAck _, JobDeath _, Nothing _ -> {}
    }
  }

  /// The agent shuts down: the job is stopped gracefully, and thereby lost.
  void stopForShutdown(String reason) {
    switch (pending) {
      case CommitResult _, CommitDecision _, GroupResult _, GroupDecision _, StartAck _ ->
          withdraw(new JobReport.Lost(reason));
      case JobEnd(var shutdown) when shutdown.isEmpty() && !attempt.isCancelling() -> {
        pending = new JobEnd(Optional.of(reason));
        execution.cancel(id(), reason, SHUTDOWN_TIMEOUT);
      }
      case JobEnd _, JobRelease _, EndAck _, RejectionAck _, JobDeath _, Nothing _ -> {}
    }
  }

  /// Withdraws a job that has not started. An acknowledgement of its start that is still on its way
  /// has no effect.
  private void withdraw(JobReport.End end) {
    if (pending instanceof StartAck(var job, _) && !job.isPrepared()) {
      reportEnd(end);
    } else {
      pending = new JobRelease(end);
      execution.kill(id(), KillReason.RELEASED);
    }
  }

  /// Ends the lease at once, without a report to the server.
  void kill(KillReason reason) {
    outbox.close();
    switch (pending) {
      case StartAck(var job, _) when !job.isPrepared() -> pending = new Nothing();
      case CommitResult _, CommitDecision _, GroupResult _, GroupDecision _ -> killJob(reason);
      case StartAck _, JobEnd _ -> killJob(reason);
      case JobDeath(var before, _) when before.allowsHooks() && !reason.allowsHooks() ->
          killJob(reason);
      case JobDeath(var before, _) -> pending = new JobDeath(before, Optional.empty());
      case JobRelease _ -> pending = new JobDeath(KillReason.RELEASED, Optional.empty());
      case EndAck _, RejectionAck _ -> pending = new Nothing();
      case Nothing _ -> {}
    }
  }

  private void killJob(KillReason reason) {
    pending = new JobDeath(reason, Optional.empty());
    execution.kill(id(), reason);
  }

  /// Ends the lease at once, because no heartbeat was answered in time. The server may not know
  /// that yet, so a job that was started is reported as lost when nothing of it is left, after what
  /// it reported before. A job that was not started is not reported: the server queues it again
  /// when the lease expires, which costs no attempt.
  void fence() {
    if (isRunning()) {
      outbox.dropQuestions();
      pending = new JobDeath(KillReason.FENCED, Optional.of(FENCED));
      execution.kill(id(), KillReason.FENCED);
    } else {
      kill(KillReason.FENCED);
    }
  }

  /// Handles a report of the execution. A report that does not fit crossed a cancel or a kill.
  void report(JobReport report, Duration now) {
    switch (report) {
      case JobReport.End end -> ended(end);
      case JobReport.CommitResolved resolved when pending instanceof CommitResult(var job) -> {
        outbox.ask(resolved);
        pending = new CommitDecision(job, resolved);
      }
      case JobReport.GroupEvaluated group when pending instanceof GroupResult(var job) -> {
        outbox.ask(group);
        pending = new GroupDecision(job, group);
      }
      case JobReport.StepStateChanged step when isRunning() -> {
        progress.stepChanged(step);
        outbox.sendWithNext(outbox.messages().step(step), now);
      }
      case JobReport.Uploading _ when isRunning() -> {
        attempt.upload();
        outbox.send(outbox.messages().uploading());
      }
      case JobReport.ToolRequested tool when isRunning() -> outbox.ask(tool);
      case JobReport.CommitResolved _,
          JobReport.GroupEvaluated _,
          JobReport.StepStateChanged _,
          JobReport.Uploading _,
          JobReport.ToolRequested _ -> {}
    }
  }

  private void ended(JobReport.End end) {
    switch (pending) {
      case CommitResult _, CommitDecision _, GroupResult _, GroupDecision _, StartAck _ ->
          reportEnd(end);
      case JobEnd(var shutdown) when shutdown.isPresent() && end instanceof JobReport.Stopped ->
          reportEnd(new JobReport.Lost(shutdown.get()));
      case JobEnd _ -> reportEnd(end);
      case JobRelease(var withdrawn) -> reportEnd(withdrawn);
      case JobDeath(_, var loss) when loss.isPresent() -> reportEnd(new JobReport.Lost(loss.get()));
      case JobDeath _ -> pending = new Nothing();
      case EndAck _, RejectionAck _, Nothing _ -> {}
    }
  }

  private void reportEnd(JobReport.End end) {
    attempt.end(end);
    outbox.send(outbox.messages().end(end));
    pending = new EndAck();
  }
}
