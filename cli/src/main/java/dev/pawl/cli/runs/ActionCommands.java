package dev.pawl.cli.runs;

import dev.pawl.cli.local.OwnedRun;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.ApproveJob;
import dev.pawl.core.command.EngineCommand.ApproveRun;
import dev.pawl.core.command.EngineCommand.CancelAttempt;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.RejectJob;
import dev.pawl.core.command.EngineCommand.RejectRun;
import dev.pawl.core.command.Reviewer;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.List;

/// Turns the actions of the owner of a local store into commands for the engine.
record ActionCommands(RunRow run, List<AttemptRow> attempts, Actor me) {

  EngineCommand of(RunAction action) {
    var reviewer = Reviewer.storeOwner(me);
    return switch (action) {
      case RunAction.Cancel(var job, var isForced) -> {
        String why = OwnedRun.cancelReason(me, isForced);
        yield job.isEmpty()
            ? new CancelRun(me, isForced, why)
            : new CancelAttempt(current(job.getAsInt()), me, isForced, ReasonCode.USER, why);
      }
      case RunAction.Approve(var job) ->
          job.isEmpty()
              ? new ApproveRun(reviewer)
              : new ApproveJob(current(job.getAsInt()), reviewer);
      case RunAction.Reject(var job, var message) ->
          job.isEmpty()
              ? new RejectRun(reviewer, message)
              : new RejectJob(current(job.getAsInt()), reviewer, message);
      case RunAction.Retry(var job) -> new EngineCommand.RetryJob(job.getAsInt(), me);
      case RunAction.Skip(var job) -> new EngineCommand.SkipJob(job.getAsInt(), me);
    };
  }

  /// The current attempt of a job: the last one.
  private AttemptRef current(int job) {
    int number =
        attempts.stream()
            .filter(attempt -> attempt.job() == job)
            .mapToInt(AttemptRow::attempt)
            .max()
            .orElseThrow();
    return new AttemptRef(job, number);
  }
}
