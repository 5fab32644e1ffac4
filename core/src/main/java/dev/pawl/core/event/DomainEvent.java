package dev.pawl.core.event;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.BreakerProbe;
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

/// Something that happened to one aggregate: the row of its machine that was taken, or a fact that
/// moves no machine, with what the new state carries. Replaying an aggregate's events gives its
/// state again.
public sealed interface DomainEvent {

  default Reason reason() {
    return Reason.PROGRESS;
  }

  /// What happened to a run, or to something in it.
  sealed interface OfRun extends DomainEvent {}

  /// What happened to a concurrency group.
  sealed interface OfGroup extends DomainEvent {}

  /// What happened to a circuit breaker.
  sealed interface OfBreaker extends DomainEvent {}

  /// What happened to an agent.
  sealed interface OfAgent extends DomainEvent {}

  /// Somebody had what is kept of the aggregate written anew, as its journal tells it. The
  /// aggregate is as it was.
  record Rebuilt(Reason reason) implements OfRun, OfGroup, OfBreaker, OfAgent {}

  /// A person had something done that no row of a table says of them: the journal names them and
  /// what it was. The run is as it was.
  record Intervened(Reason reason) implements OfRun {}

  // Rows of the run's table.

  /// The run took a row of its table.
  record RunMoved(RunEvent event, Reason reason) implements OfRun {}

  /// The run is to end before its time: a row of its table, and the cause of what follows.
  record RunCancelled(RunEvent event, boolean isForced, Reason reason) implements OfRun {}

  /// The run has a plan: its row PLANNED, or HOLD or WAIT if it may not begin yet.
  ///
  /// @param until when its start delay is over, if it has one
  record RunPlanned(Plan plan, RunEvent event, Optional<Instant> until, Reason reason)
      implements OfRun {}

  // Facts about the run.

  /// Planning is begun again, by whoever hears of it.
  record PlanningRetried(Reason reason) implements OfRun {}

  /// Somebody agreed to the run as a whole.
  record RunApproved(String reviewer) implements OfRun {}

  /// What a job's template came to is known: the job is replaced by it, by the cells of its matrix
  /// for one.
  record JobRendered(int job, List<PlannedJob> cells) implements OfRun {
    public JobRendered {
      cells = List.copyOf(cells);
    }
  }

  /// The run's hooks are to be executed: a last job.
  record HooksAdded(PlannedJob job, Reason reason) implements OfRun {}

  /// The run, or the current attempt of a job, has another place in a concurrency group, or none.
  ///
  /// @param job the job's index, [GroupMember#WHOLE_RUN] for the run
  record PlaceChanged(int job, Optional<GroupPlace> place) implements OfRun {}

  // Rows of the attempt's table.

  /// An attempt took a row of its table.
  record AttemptMoved(AttemptRef attempt, AttemptEvent event, Reason reason) implements OfRun {}

  /// An attempt waits for a time: its row WAIT, or HOLD.
  record AttemptPaused(
      AttemptRef attempt, AttemptEvent event, Optional<Instant> until, Reason reason)
      implements OfRun {}

  /// An agent was given an attempt: its row LEASE, and a lease in its first state.
  record AttemptLeased(LeaseRef lease, String agent, Reason reason) implements OfRun {}

  /// An attempt ended with what its agent left: its row SUCCEED, FAIL, TIME_OUT or COMPLETE.
  record AttemptCompleted(
      AttemptRef attempt,
      AttemptEvent event,
      SequencedMap<String, String> outputs,
      Optional<Evidence> evidence,
      Reason reason)
      implements OfRun {}

  /// An attempt is not needed, because the result of an earlier run is kept: its row SKIP.
  record ResultReused(
      AttemptRef attempt,
      AttemptState result,
      ReasonCode why,
      SequencedMap<String, String> outputs,
      Reason reason)
      implements OfRun {}

  // Facts about attempts.

  /// There is another try at the job; the one before is over.
  record AttemptCreated(AttemptRef attempt, Reason reason) implements OfRun {}

  /// Somebody agreed to the job.
  record JobApproved(AttemptRef attempt, String reviewer) implements OfRun {}

  /// The lease is taken back from an agent that was not heard to stop: it fences itself by then,
  /// and there is no other attempt before.
  record ProcessesLeft(AttemptRef attempt, Instant until, boolean isForced) implements OfRun {}

  /// A cancel gives an upload until then.
  record UploadBounded(AttemptRef attempt, Instant until) implements OfRun {}

  // Leases and steps.

  /// A lease took a row of its table.
  record LeaseMoved(LeaseRef lease, LeaseEvent event, Reason reason) implements OfRun {}

  /// A lease lives on. Liveness only: it takes no row, and is in no journal.
  record LeaseRenewed(LeaseRef lease) implements OfRun {}

  /// A step took a row of its table. A hook is there from its first row on.
  ///
  /// @param name what it is called from now on; empty if that is no news
  /// @param end how its process ended; [StepEnd#NEVER_RAN] where the step is not over or had none
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

  /// Somebody came, to wait for a place.
  record MemberJoined(GroupMember member) implements OfGroup {}

  /// Somebody who waited has a place.
  record MemberPlaced(RunId run, int job) implements OfGroup {}

  /// Somebody gave the place back and waits again, where they did before.
  record MemberYielded(RunId run, int job) implements OfGroup {}

  /// A newer run took the turn of somebody who waited.
  record MemberSuperseded(RunId run, int job, long by) implements OfGroup {}

  /// Somebody is over, or not wanted any more.
  record MemberLeft(RunId run, int job) implements OfGroup {}

  // Breakers.

  /// A breaker took a row of its table.
  record BreakerMoved(BreakerEvent event, Reason reason) implements OfBreaker {}

  /// What a breaker has counted.
  record BreakerCounted(int failures, int successes) implements OfBreaker {}

  /// Who probes a tool; nobody any more.
  record ProbeChanged(Optional<BreakerProbe> probe) implements OfBreaker {}

  // Agents.

  /// An agent said who it is and what it can do.
  record AgentRegistered(String name, List<String> labels, int slots) implements OfAgent {
    public AgentRegistered {
      labels = List.copyOf(labels);
    }
  }

  /// An agent is given work, or not any more.
  record AgentAvailabilityChanged(Agent.Availability availability, Reason reason)
      implements OfAgent {}

  /// An agent has a lease. Derived from the run's journal, and in none of its own.
  record AgentLeaseTaken(Agent.HeldLease lease) implements OfAgent {}

  /// An agent's lease is over. Derived from the run's journal, and in none of its own.
  record AgentLeaseReleased(Agent.HeldLease lease) implements OfAgent {}

  /// An agent rejected a lease, and is not asked before that. In no journal.
  record AgentBackoffSet(Instant until) implements OfAgent {}
}
