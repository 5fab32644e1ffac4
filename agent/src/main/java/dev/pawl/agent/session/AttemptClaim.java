package dev.pawl.agent.session;

import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.List;

/// The state of an attempt as the agent claims it, by the machine that the engine itself uses.
///
/// It is a claim until the engine has accepted it: a report may arrive after the engine has ended
/// the attempt, and a cancel may cross it. `job.start` is the exception: the agent claims RUNNING
/// only after the engine has, because nothing may run before.
final class AttemptClaim {

  private AttemptState state;

  private AttemptClaim(AttemptState state) {
    this.state = state;
  }

  /// The claim at a dispatch: the engine has leased the attempt to this agent.
  static AttemptClaim leased() {
    return new AttemptClaim(AttemptState.LEASED);
  }

  /// The claim of an agent that was restarted, by the end that it reported before. Without one, the
  /// attempt is lost.
  static AttemptClaim restored(SequencedMessage end) {
    return new AttemptClaim(
        switch (end) {
          case JobReject _ -> AttemptState.QUEUED;
          case JobCancelAck _ -> AttemptState.CANCELLED;
          case JobComplete complete when complete.status().equals("success") ->
              AttemptState.SUCCESS;
          case JobComplete complete when complete.status().equals("timed_out") ->
              AttemptState.TIMED_OUT;
          case JobComplete _ -> AttemptState.FAILED;
          case SequencedMessage _ -> AttemptState.LOST;
        });
  }

  AttemptState state() {
    return state;
  }

  boolean isCancelling() {
    return state == AttemptState.CANCELLING;
  }

  /// Makes the first of these moves that the table allows.
  ///
  /// @return whether it allows any
  private boolean move(AttemptEvent... events) {
    for (AttemptEvent event : events) {
      if (AttemptMachine.MACHINE.canTransition(state, event)) {
        state = AttemptMachine.MACHINE.transition(state, event);
        return true;
      }
    }
    return false;
  }

  private void mustMove(AttemptEvent... events) {
    if (!move(events)) {
      throw new IllegalStateException("%s: %s".formatted(state, List.of(events)));
    }
  }

  void acknowledge() {
    mustMove(AttemptEvent.ACK);
  }

  void reject() {
    mustMove(AttemptEvent.REQUEUE);
  }

  /// The engine has committed the start.
  void start() {
    mustMove(AttemptEvent.START);
  }

  /// The steps have ended. The engine does not accept this after a cancel, so it is not claimed
  /// then.
  void upload() {
    boolean _ = move(AttemptEvent.UPLOAD);
  }

  /// The engine has cancelled the attempt: gracefully, unless it was not started.
  ///
  /// @return whether that is news
  boolean cancel() {
    if (state == AttemptState.UPLOADING) {
      state = AttemptState.RUNNING; // the engine cancelled before it accepted the upload
    }
    return move(AttemptEvent.CANCEL_GRACEFUL, AttemptEvent.CANCEL);
  }

  /// The agent reports the end of the attempt.
  void end(JobReport.End end) {
    if (AttemptMachine.MACHINE.isTerminal(state)) {
      return; // the engine cancelled it before its start
    }
    switch (end) {
      case JobReport.Completed completed ->
          mustMove(AttemptEvent.COMPLETE, result(completed.status()), AttemptEvent.FAIL);
      case JobReport.Stopped _ ->
          mustMove(AttemptEvent.COMPLETE, AttemptEvent.CANCEL, AttemptEvent.FAIL);
      case JobReport.Lost _, JobReport.Killed _ -> lose();
    }
  }

  private static AttemptEvent result(String status) {
    return switch (status) {
      case "success" -> AttemptEvent.SUCCEED;
      case "timed_out" -> AttemptEvent.TIME_OUT;
      default -> AttemptEvent.FAIL;
    };
  }

  /// A running attempt is lost. One that was not started is queued again, a cancel is over by
  /// force, and an upload fails.
  private void lose() {
    if (move(AttemptEvent.RECOVER)) {
      mustMove(AttemptEvent.LOSE);
    } else {
      mustMove(AttemptEvent.REQUEUE, AttemptEvent.CANCEL_FORCE, AttemptEvent.FAIL);
    }
  }
}
