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
import java.util.regex.Pattern;

/// A command to the engine about one run.
public sealed interface EngineCommand {

  /// The actor that asks for it.
  Actor actor();

  /// A command that follows from a decision about another aggregate; it is stored until it is
  /// delivered.
  sealed interface FollowUp extends EngineCommand {}

  // From trigger to plan.

  /// Read the workflow and plan the run.
  ///
  /// @param by who asked for the run, if it was not a trigger
  /// @param why why they asked, for example a rerun; empty for a trigger
  record StartPlanning(Actor by, String why) implements EngineCommand {
    public StartPlanning() {
      this(Actor.ORCHESTRATOR, "");
    }

    @Override
    public Actor actor() {
      return Actor.ORCHESTRATOR;
    }
  }

  /// The workflow has been read, and this is its plan.
  ///
  /// @param reused results of an earlier run that are reused
  /// @param skips jobs that somebody asked to skip
  record FinishPlanning(Plan plan, List<ReusedResult> reused, SkipRequest skips)
      implements EngineCommand {
    public FinishPlanning {
      reused = List.copyOf(reused);
    }

    public FinishPlanning(Plan plan, List<ReusedResult> reused) {
      this(plan, reused, SkipRequest.NONE);
    }

    public FinishPlanning(Plan plan) {
      this(plan, List.of());
    }

    @Override
    public Actor actor() {
      return Actor.PLANNER;
    }
  }

  /// The workflow could not be read or planned.
  record FailPlanning(String diagnostics) implements EngineCommand {
    @Override
    public Actor actor() {
      return Actor.PLANNER;
    }
  }

  // Holds.

  /// A decision of a reviewer about a hold.
  sealed interface Review extends EngineCommand {

    Reviewer by();

    @Override
    default Actor actor() {
      return by().actor();
    }
  }

  /// Approve the run as a whole.
  record ApproveRun(Reviewer by) implements Review {
    public ApproveRun(Actor by, List<String> teams) {
      this(new Reviewer(by, teams));
    }
  }

  /// Reject the run as a whole.
  record RejectRun(Reviewer by, String why) implements Review {
    public RejectRun(Actor by, List<String> teams, String why) {
      this(new Reviewer(by, teams), why);
    }
  }

  /// Approve a job.
  record ApproveJob(AttemptRef attempt, Reviewer by) implements Review {
    public ApproveJob(AttemptRef attempt, Actor by, List<String> teams) {
      this(attempt, new Reviewer(by, teams));
    }
  }

  /// Reject a job.
  record RejectJob(AttemptRef attempt, Reviewer by, String why) implements Review {
    public RejectJob(AttemptRef attempt, Actor by, List<String> teams, String why) {
      this(attempt, new Reviewer(by, teams), why);
    }
  }

  // Leases.

  /// The attempt could start on the agent, were it not for its group: it takes part in the group.
  /// The agent has its labels, and perhaps no free slot.
  record JoinGroup(AttemptRef attempt, String agent) implements EngineCommand {
    @Override
    public Actor actor() {
      return Actor.ORCHESTRATOR;
    }
  }

  /// Give an attempt to an agent.
  record GrantLease(AttemptRef attempt, String agent) implements EngineCommand {
    @Override
    public Actor actor() {
      return Actor.ORCHESTRATOR;
    }
  }

  /// Revoke a lease because its agent is no longer trusted.
  record RevokeLease(LeaseRef lease, Actor actor, String why) implements FollowUp {}

  /// The agent cannot be reached; its lease continues.
  record LoseContact(LeaseRef lease) implements EngineCommand {
    @Override
    public Actor actor() {
      return Actor.CLOCK;
    }
  }

  /// A message that an agent sends under one of its leases.
  sealed interface UnderLease extends EngineCommand {
    LeaseRef lease();
  }

  /// The agent has accepted the attempt.
  record AcknowledgeLease(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The agent rejects the attempt.
  record RejectLease(LeaseRef lease, Actor actor, String why) implements UnderLease {}

  /// The agent is alive.
  record RenewLease(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The agent has computed the concurrency group of the attempt.
  record ReportGroup(LeaseRef lease, Actor actor, String group) implements UnderLease {}

  /// The agent has found out the commit that the run's ref stands for.
  record ReportCommit(LeaseRef lease, Actor actor, String commit) implements UnderLease {

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}([0-9a-f]{24})?");

    public ReportCommit {
      if (!COMMIT.matcher(commit).matches()) {
        throw new IllegalArgumentException("a commit has 40 or 64 hexadecimal digits");
      }
    }
  }

  /// The agent is ready to start the first process, and waits until this is committed.
  record StartAttempt(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The agent asks whether a step may use its tool.
  record AcquireTool(LeaseRef lease, Actor actor, int step) implements UnderLease {}

  /// A step has entered a state. The failure class says whether its tool failed.
  ///
  /// @param name the step's name as the agent evaluated it; empty if it sends none
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

  /// Steps and hooks are done, and files are uploaded.
  record BeginUpload(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The attempt is done.
  ///
  /// @param code how it ended: the failure class, if it failed
  /// @param evidence what the class was derived from
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

    /// The same without its outputs, which cannot be kept: a success becomes a failure.
    public CompleteAttempt withoutOutputs(String why) {
      boolean isSuccess = outcome == Outcome.SUCCESS;
      return new CompleteAttempt(
          lease,
          actor,
          isSuccess ? Outcome.FAILED : outcome,
          isSuccess ? ReasonCode.USER : code,
          isSuccess ? why : "%s; its outputs were dropped: %s".formatted(message, why),
          OrderedMaps.empty(),
          evidence,
          !isSuccess && hasSucceededBefore);
    }
  }

  /// The agent has stopped the attempt, as requested.
  record AcknowledgeCancel(LeaseRef lease, Actor actor) implements UnderLease {}

  /// The agent reports that it has lost the attempt.
  record LoseAttempt(LeaseRef lease, Actor actor, String why) implements UnderLease {}

  // Cancel, retry, skip.

  /// Cancel the run.
  record CancelRun(Actor actor, boolean force, ReasonCode code, String why) implements FollowUp {
    public CancelRun(Actor actor, boolean force, String why) {
      this(actor, force, ReasonCode.USER, why);
    }
  }

  /// Cancel one job.
  record CancelAttempt(AttemptRef attempt, Actor actor, boolean force, ReasonCode code, String why)
      implements FollowUp {}

  /// Retry a failed job, and the jobs that were skipped because of it.
  record RetryJob(int job, Actor actor) implements EngineCommand {}

  /// Skip a failed job, so that the run continues as if it were not needed.
  record SkipJob(int job, Actor actor) implements EngineCommand {}

  // Time.

  /// Act on every deadline that has passed.
  ///
  /// @param servedSince the start of the current period in which an orchestrator has served the
  ///   store without a gap; leases do not expire while nobody could have renewed them
  /// @param by who asked for it instead of the clock; the transitions themselves are still the
  ///   clock's
  record Tick(Instant servedSince, Actor by) implements EngineCommand {
    public Tick(Instant servedSince) {
      this(servedSince, Actor.CLOCK);
    }

    @Override
    public Actor actor() {
      return Actor.CLOCK;
    }
  }

  /// The process that owned the run, its agents and their jobs is gone for good: all its deadlines
  /// are due now.
  record Interrupt(String why) implements EngineCommand {
    @Override
    public Actor actor() {
      return Actor.CLOCK;
    }
  }

  /// The result of an attempt as its agent reports it.
  enum Outcome {
    SUCCESS,
    FAILED,
    TIMED_OUT
  }
}
