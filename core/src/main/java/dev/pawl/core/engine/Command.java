package dev.pawl.core.engine;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.step.StepEnd;
import java.time.Instant;

/// What somebody wants of a run.
public sealed interface Command {

  /// Who wants it.
  Actor actor();

  /// Read the workflow.
  record StartPlanning() implements Command {
    @Override
    public Actor actor() {
      return Actor.ORCHESTRATOR;
    }
  }

  /// The workflow was read, and this is to be done.
  record FinishPlanning(Plan plan) implements Command {
    @Override
    public Actor actor() {
      return Actor.PLANNER;
    }
  }

  /// The workflow could not be read.
  record FailPlanning(String diagnostics) implements Command {
    @Override
    public Actor actor() {
      return Actor.PLANNER;
    }
  }

  /// Give an attempt to an agent.
  record GrantLease(AttemptRef attempt, String agent) implements Command {
    @Override
    public Actor actor() {
      return Actor.ORCHESTRATOR;
    }
  }

  /// What an agent says under a lease.
  sealed interface FromAgent extends Command {
    LeaseRef lease();
  }

  /// The agent has taken the attempt.
  record AcknowledgeLease(LeaseRef lease, Actor actor) implements FromAgent {}

  /// The agent does not want the attempt.
  record RejectLease(LeaseRef lease, Actor actor, String why) implements FromAgent {}

  /// The agent is alive.
  record RenewLease(LeaseRef lease, Actor actor) implements FromAgent {}

  /// The agent is ready to run the first process, and waits for this to be committed.
  record StartAttempt(LeaseRef lease, Actor actor) implements FromAgent {}

  /// A step came into a state.
  record ReportStep(LeaseRef lease, Actor actor, int step, StepState state, StepEnd end)
      implements FromAgent {}

  /// The attempt is done.
  record CompleteAttempt(
      LeaseRef lease, Actor actor, Outcome outcome, ReasonCode code, String message)
      implements FromAgent {}

  /// The agent has stopped the attempt, as it was told to.
  record AcknowledgeCancel(LeaseRef lease, Actor actor) implements FromAgent {}

  /// End the run before its time.
  record CancelRun(Actor actor, boolean force, String why) implements Command {}

  /// Do whatever is due.
  ///
  /// @param servedSince since when there has been an orchestrator without a gap; leases do not
  ///   expire while nobody could have renewed them
  record Tick(Instant servedSince) implements Command {
    @Override
    public Actor actor() {
      return Actor.CLOCK;
    }
  }

  /// The process that owned the run, its agents and their jobs is gone for good: all that they owed
  /// is due now.
  record Interrupt(String why) implements Command {
    @Override
    public Actor actor() {
      return Actor.CLOCK;
    }
  }

  /// How an agent found its attempt to end.
  enum Outcome {
    SUCCESS,
    FAILED,
    TIMED_OUT
  }
}
