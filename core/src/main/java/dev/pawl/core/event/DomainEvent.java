package dev.pawl.core.event;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.classify.Evidence;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// An event that happened to one aggregate: the row of its machine that was taken, or a fact that
/// moves no machine, with the data of the new state. Replaying an aggregate's events gives its
/// state again.
public sealed interface DomainEvent {

  default Reason reason() {
    return Reason.PROGRESS;
  }

  /// An event of a run, or of something in it.
  sealed interface OfRun extends DomainEvent {}

  /// An event of a concurrency group.
  sealed interface OfGroup extends DomainEvent {}

  /// An event of a circuit breaker.
  sealed interface OfBreaker extends DomainEvent {}

  /// An event of an agent.
  sealed interface OfAgent extends DomainEvent {}

  /// The stored state of the aggregate was rebuilt from its journal. The aggregate is unchanged.
  record Rebuilt(Reason reason) implements OfRun, OfGroup, OfBreaker, OfAgent {}

  /// A person asked for something that is not their row in a table; the journal names them and what
  /// it was. The run is unchanged.
  record Intervened(Reason reason) implements OfRun {}

  /// The run was taken from its rows, because it cannot be decided by its journal: that is corrupt,
  /// or the engine fails on it. A replay of the journal may begin here. Its plan is lost.
  ///
  /// @param chainedTo the hash that this entry follows, by the run's row
  /// @param version the version of the run before this entry
  /// @param strays its live leases that no attempt of it explains; they end with this event, and
  ///   nothing of the run is in the queue any more
  record RunRestored(
      String chainedTo,
      long version,
      RunState state,
      Instant since,
      Optional<GroupPlace> place,
      List<RestoredJob> jobs,
      List<StrayLease> strays,
      Reason reason)
      implements OfRun {
    public RunRestored {
      jobs = List.copyOf(jobs);
      strays = List.copyOf(strays);
    }
  }

  // Rows of the run's table.

  /// The run took a row of its table.
  record RunMoved(RunEvent event, Reason reason) implements OfRun {}

  /// The run is cancelled: a row of its table, and the cause of everything that follows.
  record RunCancelled(RunEvent event, boolean isForced, Reason reason) implements OfRun {}

  /// The run has a plan: its row PLANNED, or HOLD or WAIT if it may not begin yet.
  ///
  /// @param until the end of its start delay, if it has one
  record RunPlanned(Plan plan, RunEvent event, Optional<Instant> until, Reason reason)
      implements OfRun {}

  // Facts about the run.

  /// Planning is tried again.
  record PlanningRetried(Reason reason) implements OfRun {}

  /// The commit of the run's ref was found out, for all its jobs.
  record CommitRecorded(String commit, Reason reason) implements OfRun {}

  /// A reviewer approved the run as a whole.
  ///
  /// @param isByOwner whether as the owner of the local store, which counts for all approvals
  record RunApproved(String reviewer, boolean isByOwner, Reason reason) implements OfRun {}

  /// The template of a job was evaluated: the job is replaced by the result, for example the cells
  /// of its matrix.
  record JobRendered(int job, List<PlannedJob> cells) implements OfRun {
    public JobRendered {
      cells = List.copyOf(cells);
    }
  }

  /// A last job was added that executes the run's hooks.
  record HooksAdded(PlannedJob job, Reason reason) implements OfRun {}

  /// The place of the run, or of a job's current attempt, in a concurrency group changed.
  ///
  /// @param job the job's index, [GroupMember#WHOLE_RUN] for the run
  /// @param reason a wait for a place is also the reason for the state of what is queued
  record PlaceChanged(int job, Optional<GroupPlace> place, Reason reason) implements OfRun {}

  // Rows of the attempt's table.

  /// An attempt took a row of its table.
  record AttemptMoved(AttemptRef attempt, AttemptEvent event, Reason reason) implements OfRun {}

  /// An attempt waits for a time or for reviewers: its row WAIT or HOLD.
  record AttemptPaused(
      AttemptRef attempt, AttemptEvent event, Optional<Instant> until, Reason reason)
      implements OfRun {}

  /// An attempt was given to an agent: its row LEASE, and a lease in its first state.
  record AttemptLeased(LeaseRef lease, String agent, Reason reason) implements OfRun {}

  /// An attempt ended with a result of its agent: its row SUCCEED, FAIL, TIME_OUT or COMPLETE.
  record AttemptCompleted(
      AttemptRef attempt,
      AttemptEvent event,
      SequencedMap<String, String> outputs,
      Optional<Evidence> evidence,
      Reason reason)
      implements OfRun {}

  /// An attempt is skipped because the result of an earlier run is reused: its row SKIP.
  record ResultReused(
      AttemptRef attempt,
      AttemptState result,
      ReasonCode why,
      SequencedMap<String, String> outputs,
      Reason reason)
      implements OfRun {}

  // Facts about attempts.

  /// Another attempt of the job begins; the one before has ended.
  record AttemptCreated(AttemptRef attempt, Reason reason) implements OfRun {}

  /// A reviewer approved the job.
  ///
  /// @param isByOwner whether as the owner of the local store, which counts for all approvals
  record JobApproved(AttemptRef attempt, String reviewer, boolean isByOwner, Reason reason)
      implements OfRun {}

  /// A lease was revoked from an agent that has not confirmed the stop: it has fenced itself by
  /// `until`, and no other attempt starts before.
  record ProcessesLeft(AttemptRef attempt, Instant until, boolean isForced) implements OfRun {}

  /// A cancel set the deadline of an upload.
  record UploadBounded(AttemptRef attempt, Instant until) implements OfRun {}

  // Leases and steps.

  /// A lease took a row of its table.
  record LeaseMoved(LeaseRef lease, LeaseEvent event, Reason reason) implements OfRun {}

  /// A lease was renewed. Liveness only: it takes no row and is not in the journal.
  record LeaseRenewed(LeaseRef lease) implements OfRun {}

  /// A step took a row of its table. A hook exists from its first row on.
  ///
  /// @param name the step's name from now on; empty if it does not change
  /// @param end how its process ended; [StepEnd#NEVER_RAN] if the step has not ended or had none
  record StepMoved(
      AttemptRef attempt,
      int step,
      StepType type,
      String name,
      StepEvent event,
      StepEnd end,
      Reason reason)
      implements OfRun {}

  // Groups.

  /// A member joined, to wait for a place.
  record MemberJoined(GroupMember member) implements OfGroup {}

  /// A waiting member got a place.
  record MemberPlaced(RunId run, int job) implements OfGroup {}

  /// A member returned its place and waits again at its old position.
  record MemberYielded(RunId run, int job) implements OfGroup {}

  /// A newer run took the turn of a waiting member.
  record MemberSuperseded(RunId run, int job, long by) implements OfGroup {}

  /// A member left because it ended or was rejected.
  record MemberLeft(RunId run, int job) implements OfGroup {}

  // Breakers.

  /// A breaker took a row of its table.
  record BreakerMoved(BreakerEvent event, Reason reason) implements OfBreaker {}

  /// The counts of a breaker changed.
  record BreakerCounted(int failures, int successes) implements OfBreaker {}

  /// An operator gave the tool a profile of its own, or took it away.
  record ToolConfigured(Optional<ToolProfile> profile, Reason reason) implements OfBreaker {}

  /// The probe of a tool began or ended.
  record ProbeChanged(Optional<BreakerProbe> probe) implements OfBreaker {}

  // Agents.

  /// An agent registered with its org, name, labels and slots.
  record AgentRegistered(String org, String name, List<String> labels, int slots)
      implements OfAgent {
    public AgentRegistered {
      labels = List.copyOf(labels);
    }
  }

  /// An agent became available for work, or ceased to be.
  record AgentAvailabilityChanged(Agent.Availability availability, Reason reason)
      implements OfAgent {}

  /// An agent holds a lease. Derived from the run's journal, and not in a journal of its own.
  record AgentLeaseTaken(Agent.HeldLease lease) implements OfAgent {}

  /// An agent's lease is over. Derived from the run's journal, and not in a journal of its own.
  record AgentLeaseReleased(Agent.HeldLease lease) implements OfAgent {}

  /// An agent rejected a lease and gets no other before `until`. Not in any journal.
  record AgentBackoffSet(Instant until) implements OfAgent {}
}
