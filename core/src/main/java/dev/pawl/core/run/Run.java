package dev.pawl.core.run;

import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One evaluation of a workflow for one trigger: the aggregate that the engine decides about.
///
/// Only the engine's event applier changes it. Its jobs exist from PLANNED on: those of the plan,
/// and those that the run adds, such as the cells of a matrix and the job for its hooks.
///
/// @param reason the reason for its state
/// @param cancel the request to cancel it, if there is one
/// @param place its place in a concurrency group, or in its queue
/// @param version the number of committed decisions about it
public record Run(
    RunId id,
    RunState state,
    Instant since,
    Reason reason,
    Origin origin,
    Plan plan,
    JobGraph graph,
    Progress progress,
    Optional<Cancel> cancel,
    Optional<GroupPlace> place,
    long version)
    implements Aggregate {

  private static final Plan NO_PLAN = new Plan("", List.of());

  /// A request to cancel the run.
  ///
  /// @param isForced whether it does not wait for agents and runs no hooks
  public record Cancel(Reason cause, boolean isForced) {}

  /// A run as its trigger creates it.
  public static Run created(RunId id, Origin origin) {
    return new Run(
        id,
        RunMachine.MACHINE.initial(),
        origin.at(),
        Reason.PROGRESS,
        origin,
        NO_PLAN,
        JobGraph.NONE,
        Progress.NONE,
        Optional.empty(),
        Optional.empty(),
        0);
  }

  @Override
  public Kind kind() {
    return Kind.RUN;
  }

  @Override
  public String key() {
    return id.value();
  }

  public PersistentVector<Job> jobs() {
    return graph.all();
  }

  public JobCounts jobCounts() {
    return graph.counts();
  }

  public Job job(int index) {
    return graph.all().get(index);
  }

  /// The job with that id.
  public Optional<Job> job(String id) {
    return graph.indexOf(id).map(this::job);
  }

  /// The attempt that has that lease now.
  public Optional<Attempt.WithAgent> attemptUnder(LeaseRef lease) {
    return currentAttempt(lease.attempt()).orElse(null) instanceof Attempt.WithAgent held
            && held.lease().number() == lease.number()
        ? Optional.of(held)
        : Optional.empty();
  }

  /// The current attempt of a job, if it has that number.
  public Optional<Attempt> currentAttempt(AttemptRef ref) {
    if (ref.job() < 0 || ref.job() >= jobs().size()) {
      return Optional.empty();
    }
    Attempt attempt = job(ref.job()).attempt();
    return attempt.number() == ref.attempt() ? Optional.of(attempt) : Optional.empty();
  }

  /// What a job of it asks of an agent.
  public AgentDemand demand(Job job) {
    return new AgentDemand(origin.org(), job.planned().runsOn());
  }

  /// Whether enough reviewers have approved it as a whole, if it needs approval.
  public boolean isApproved() {
    return plan.policy().hold().map(progress.approvals()::isEnough).orElse(true);
  }

  /// The ref whose commit the next job that starts has to find out, for all jobs of the run.
  public Optional<String> unresolvedRef() {
    return origin.source().commit().isEmpty() ? plan.contexts().unresolvedRef() : Optional.empty();
  }

  public boolean isOver() {
    return RunMachine.MACHINE.isTerminal(state);
  }

  /// The cause of its cancel, if there is one.
  public Optional<Reason> cancelCause() {
    return cancel.map(Cancel::cause);
  }

  public Run in(RunState state, Instant since, Reason reason) {
    return new Run(id, state, since, reason, origin, plan, graph, progress, cancel, place, version);
  }

  /// The run with a cancel. The first cause stays; force may be added.
  public Run withCancel(Reason cause, boolean isForced) {
    var asked =
        new Cancel(
            cancel.map(Cancel::cause).orElse(cause),
            isForced || cancel.map(Cancel::isForced).orElse(false));
    return new Run(
        id,
        state,
        since,
        reason,
        origin,
        plan,
        graph,
        progress,
        Optional.of(asked),
        place,
        version);
  }

  /// The run with the plan's jobs, each with a pending first attempt.
  public Run withPlan(Plan plan, Instant at) {
    return new Run(
        id,
        state,
        since,
        reason,
        origin,
        plan,
        JobGraph.of(plan, AttemptMachine.MACHINE.initial(), at),
        progress,
        cancel,
        place,
        version);
  }

  public Run with(Origin origin) {
    return new Run(id, state, since, reason, origin, plan, graph, progress, cancel, place, version);
  }

  public Run with(JobGraph graph) {
    return new Run(id, state, since, reason, origin, plan, graph, progress, cancel, place, version);
  }

  /// The run with another attempt of a job, or with the same one moved; dependent jobs see its
  /// outcome. The timeout's clock stops while the run only waits for reviewers.
  public Run with(int index, Attempt attempt, Instant at) {
    JobGraph after = graph.with(index, attempt);
    JobCounts counts = after.counts();
    boolean isPaused =
        counts.inStates(AttemptState.HELD) > 0
            && counts.withAgents() == 0
            && counts.inStates(AttemptState.QUEUED, AttemptState.WAITING) == 0;
    return with(after).with(progress.paused(isPaused, at));
  }

  public Run with(Progress progress) {
    return progress.equals(this.progress)
        ? this
        : new Run(id, state, since, reason, origin, plan, graph, progress, cancel, place, version);
  }

  public Run with(Optional<GroupPlace> place) {
    return new Run(id, state, since, reason, origin, plan, graph, progress, cancel, place, version);
  }

  /// The run in that version, whatever it is.
  public Run inVersion(long other) {
    return new Run(id, state, since, reason, origin, plan, graph, progress, cancel, place, other);
  }

  /// The run, one decision later.
  @Override
  public Run committed() {
    return new Run(
        id, state, since, reason, origin, plan, graph, progress, cancel, place, version + 1);
  }
}
