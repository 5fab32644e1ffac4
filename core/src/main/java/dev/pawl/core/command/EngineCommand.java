package dev.pawl.core.command;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.ReusedResult;
import dev.pawl.core.run.SkipRequest;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepName;
import dev.pawl.core.step.StepType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// What somebody wants of a run.
public sealed interface EngineCommand {

  /// Who wants it.
  Actor actor();

  /// What a decision about something else may ask of a run: it is stored until it is delivered.
  sealed interface FollowUp extends EngineCommand {}

  // From trigger to plan.

  /// Read the workflow.
  ///
  /// @param by who wanted the run, where it was not a trigger
  /// @param why what for, another run of an earlier one; empty for a trigger
  record StartPlanning(Actor by, String why) implements EngineCommand {
    public StartPlanning() {
      this(Actor.ORCHESTRATOR, "");
    }

    @Override
    public Actor actor() {
      return Actor.ORCHESTRATOR;
    }
  }

  /// The workflow was read, and this is to be done.
  ///
  /// @param kept results of an earlier run that stand
  /// @param skips what somebody wants to do without
  record FinishPlanning(Plan plan, List<ReusedResult> kept, SkipRequest skips)
      implements EngineCommand {
    public FinishPlanning {
      kept = List.copyOf(kept);
    }

    public FinishPlanning(Plan plan, List<ReusedResult> kept) {
      this(plan, kept, SkipRequest.NONE);
    }

    public FinishPlanning(Plan plan) {
      this(plan, List.of());
    }

    @Override
    public Actor actor() {
      return Actor.PLANNER;
    }
  }

  /// The workflow could not be read.
  record FailPlanning(String diagnostics) implements EngineCommand {
    @Override
    public Actor actor() {
      return Actor.PLANNER;
    }
  }

  // Holds.

  /// Agree to the run as a whole.
  ///
  /// @param teams what the reviewer belongs to, as `team:ops`
  record ApproveRun(Actor actor, List<String> teams) implements EngineCommand {
    public ApproveRun {
      teams = List.copyOf(teams);
    }
  }

  /// Do not agree to the run as a whole.
  record RejectRun(Actor actor, List<String> teams, String why) implements EngineCommand {
    public RejectRun {
      teams = List.copyOf(teams);
    }
  }

  /// Agree to a job.
  record ApproveJob(AttemptRef attempt, Actor actor, List<String> teams) implements EngineCommand {
    public ApproveJob {
      teams = List.copyOf(teams);
    }
  }

  /// Do not agree to a job.
  record RejectJob(AttemptRef attempt, Actor actor, List<String> teams, String why)
      implements EngineCommand {
    public RejectJob {
      teams = List.copyOf(teams);
    }
  }

  // Leases.

  /// Give an attempt to an agent.
  record GrantLease(AttemptRef attempt, String agent) implements EngineCommand {
    @Override
    public Actor actor() {
      return Actor.ORCHESTRATOR;
    }
  }

  /// Take a lease back: its agent is not trusted any more.
  record RevokeLease(LeaseRef lease, Actor actor, String why) implements FollowUp {}

  /// The agent cannot be reached; its lease runs on.
  record LoseContact(LeaseRef lease) implements EngineCommand {
    @Override
    public Actor actor() {
      return Actor.CLOCK;
    }
  }

  /// What an agent says under a lease.
  sealed interface UnderLease extends EngineCommand {
    LeaseRef lease();
  }

  /// The agent has taken the attempt.
  record AcknowledgeLease(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The agent does not want the attempt.
  record RejectLease(LeaseRef lease, Actor actor, String why) implements UnderLease {}

  /// The agent is alive.
  record RenewLease(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The agent has found out which concurrency group the attempt belongs to.
  record ReportGroup(LeaseRef lease, Actor actor, String group) implements UnderLease {}

  /// The agent is ready to run the first process, and waits for this to be committed.
  record StartAttempt(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The agent asks whether a step may use its tool.
  record AcquireTool(LeaseRef lease, Actor actor, int step) implements UnderLease {}

  /// A step came into a state. One that fails for its tool's sake says so by its class.
  ///
  /// @param name what its agent calls it; empty if the agent does not say
  record ReportStep(
      LeaseRef lease,
      Actor actor,
      int step,
      StepType type,
      String name,
      StepState state,
      StepEnd end,
      ReasonCode code)
      implements UnderLease {

    public ReportStep {
      name = StepName.of(name);
    }

    public ReportStep(LeaseRef lease, Actor actor, int step, StepState state, StepEnd end) {
      this(lease, actor, step, StepType.STEP, "", state, end, ReasonCode.USER);
    }
  }

  /// Steps and hooks are done, files go up.
  record BeginUpload(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The attempt is done.
  ///
  /// @param code how it ended: the class of its failure, if it failed
  /// @param evidence what the class was found by
  /// @param hasSucceededBefore whether the same job has succeeded for the same commit
  record CompleteAttempt(
      LeaseRef lease,
      Actor actor,
      Outcome outcome,
      ReasonCode code,
      String message,
      SequencedMap<String, String> outputs,
      Optional<Evidence> evidence,
      boolean hasSucceededBefore)
      implements UnderLease {

    public CompleteAttempt {
      outputs = OrderedMaps.copyOf(outputs);
    }

    public CompleteAttempt(
        LeaseRef lease, Actor actor, Outcome outcome, ReasonCode code, String message) {
      this(lease, actor, outcome, code, message, OrderedMaps.empty(), Optional.empty(), false);
    }
  }

  /// The agent has stopped the attempt, as it was told to.
  record AcknowledgeCancel(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The agent knows that it has lost the attempt.
  record LoseAttempt(LeaseRef lease, Actor actor, String why) implements UnderLease {}

  // Cancel, retry, skip.

  /// End the run before its time.
  record CancelRun(Actor actor, boolean force, ReasonCode code, String why) implements FollowUp {
    public CancelRun(Actor actor, boolean force, String why) {
      this(actor, force, ReasonCode.USER, why);
    }
  }

  /// End one job before its time.
  record CancelAttempt(AttemptRef attempt, Actor actor, boolean force, ReasonCode code, String why)
      implements FollowUp {}

  /// Try a job again that has failed, and what was skipped because of it.
  record RetryJob(int job, Actor actor) implements EngineCommand {}

  /// Let the run go on as if a job that has failed were not needed.
  record SkipJob(int job, Actor actor) implements EngineCommand {}

  // Time.

  /// Do whatever is due.
  ///
  /// @param servedSince since when there has been an orchestrator without a gap; leases do not
  ///   expire while nobody could have renewed them
  /// @param by who did not wait for the clock, to which everything that is due belongs all the same
  record Tick(Instant servedSince, Actor by) implements EngineCommand {
    public Tick(Instant servedSince) {
      this(servedSince, Actor.CLOCK);
    }

    @Override
    public Actor actor() {
      return Actor.CLOCK;
    }
  }

  /// The process that owned the run, its agents and their jobs is gone for good: all that they owed
  /// is due now.
  record Interrupt(String why) implements EngineCommand {
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
