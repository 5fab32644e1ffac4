package dev.pawl.core.why;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.Status;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Explains the state of any run, job or attempt. Pure and total: every state has an explanation.
///
/// @param context the groups and other aggregates that a run touches
/// @param agents all agents, to find labels that none of them has
/// @param jobNames the ids of jobs of other runs, which may be ahead in a group
public record StatusExplainer(
    Deadlines deadlines, DecisionContext context, List<Agent> agents, JobNames jobNames) {

  /// The id of a job of a run by its index; empty if it is not known.
  @FunctionalInterface
  public interface JobNames {
    Optional<String> of(RunId run, int job);
  }

  /// One that knows no jobs of other runs.
  public StatusExplainer(Deadlines deadlines, DecisionContext context, List<Agent> agents) {
    this(deadlines, context, agents, (_, _) -> Optional.empty());
  }

  public StatusExplainer {
    agents = List.copyOf(agents);
  }

  /// Explains the state of the run.
  public Explanation run(Run run, Instant now) {
    List<Fact> facts = new ArrayList<>();
    switch (run.state()) {
      case HELD -> {
        run.plan()
            .policy()
            .hold()
            .ifPresent(
                hold -> facts.add(FactCollector.approvals(hold, run.progress().approvals())));
        run.progress().until().ifPresent(at -> facts.add(new Fact.Until(at)));
      }
      case WAITING -> run.progress().until().ifPresent(at -> facts.add(new Fact.Until(at)));
      case QUEUED, RUNNING, RECOVERING, CANCELLING -> {
        run.place()
            .ifPresent(place ->
                facts.addAll(FactCollector.ofGroup(run, place, GroupMember.WHOLE_RUN, this)));
        var counts = run.jobCounts();
        facts.add(
            new Fact.Jobs(
                counts.open(), counts.withAgents(), counts.inStates(AttemptState.QUEUED)));
        if (run.state() == RunState.RUNNING || run.state() == RunState.RECOVERING) {
          facts.addAll(FactCollector.waitingJobs(run, this, now));
        }
      }
      case CREATED, PLANNING, PLAN_FAILED -> {}
      case FAILED, TIMED_OUT -> {
        facts.addAll(FactCollector.failedJobs(run));
        FactCollector.nextRun(run).ifPresent(facts::add);
      }
      case SKIPPED, CANCELLED, SUCCESS -> {}
    }
    FactCollector.supersededBy(run.reason()).ifPresent(facts::add);
    return new Explanation(status(run, facts, now), facts, nextOf(run));
  }

  /// A run waits if none of its jobs can move without a person, a timer or a group.
  private Status status(Run run, List<Fact> facts, Instant now) {
    ReasonCode code = run.reason().code();
    String message = run.reason().message();
    if (run.state() == RunState.HELD) {
      return Status.of(
          run.state(),
          run.isApproved() ? ReasonCode.TIMER : ReasonCode.APPROVAL,
          FactCollector.sentence(facts, message));
    }
    if (run.place().filter(place -> !place.isHeld()).isPresent()
        && run.state() == RunState.QUEUED) {
      boolean isBehind = FactCollector.isBehindItsGroup(run, this);
      return isBehind
          ? Status.of(run.state(), ReasonCode.CONCURRENCY, FactCollector.waitingFor(run, this))
          : Status.of(run.state(), ReasonCode.PROGRESS, "");
    }
    if (run.state() != RunState.RUNNING || run.jobCounts().withAgents() > 0) {
      return Status.of(run.state(), code, message);
    }
    Optional<Status> wait = Optional.empty();
    for (Job job : run.jobs()) {
      if (job.isOver() || job.attempt().state() == AttemptState.PENDING) {
        continue;
      }
      Status status = job(run, job.index(), now).status();
      if (status.phase() != Phase.WAITING) {
        return Status.of(run.state(), code, message); // it only waits for an agent
      }
      wait = wait.or(() -> Optional.of(status));
    }
    return wait.map(its -> Status.of(run.state(), its.reason(), its.message()))
        .orElse(Status.of(run.state(), code, message));
  }

  private Optional<NextTransition> nextOf(Run run) {
    if (run.isOver()) {
      return Optional.empty();
    }
    Optional<NextTransition> earliest =
        deadline(run).map(at -> new NextTransition(DeadlineEvents.of(run), at));
    for (Job job : run.jobs()) {
      Optional<NextTransition> its = nextOf(job);
      if (its.isPresent() && (earliest.isEmpty() || its.get().at().isBefore(earliest.get().at()))) {
        earliest = its;
      }
    }
    return earliest;
  }

  /// The deadline of planning includes the remaining tries.
  private Optional<Instant> deadline(Run run) {
    int left = Deadlines.PLANNING_TRIES - run.progress().planningTries();
    return run.state() == RunState.PLANNING
        ? deadlines.stateDeadline(run).map(at -> at.plus(Deadlines.PLANNING_TRY.multipliedBy(left)))
        : deadlines.stateDeadline(run);
  }

  /// Explains the state of the job, which is that of its current attempt.
  public Explanation job(Run run, int index, Instant now) {
    Job job = run.job(index);
    List<Fact> facts = FactCollector.of(run, job, this, now);
    return new Explanation(status(run, job, facts), facts, nextOf(job));
  }

  private Status status(Run run, Job job, List<Fact> facts) {
    AttemptState state = job.attempt().state();
    String message = job.attempt().reason().message();
    return switch (state) {
      case PENDING ->
          Status.of(
              state,
              job.unmetNeeds() > 0 ? ReasonCode.DEPENDENCY : ReasonCode.PROGRESS,
              FactCollector.sentence(facts, message));
      case QUEUED -> FactCollector.queueStatus(run, job, facts, message);
      case HELD ->
          Status.of(
              state,
              FactCollector.lacksApprovals(job) ? ReasonCode.APPROVAL : ReasonCode.TIMER,
              FactCollector.sentence(facts, message));
      case WAITING, RECOVERING -> Status.of(state, job.attempt().reason().code(), message);
      case LEASED, STARTING, RUNNING, UPLOADING, CANCELLING ->
          Status.of(state, job.attempt().reason().code(), message);
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST ->
          Status.of(state, job.attempt().reason().code(), message);
    };
  }

  /// The next deadline that ends the state. A missed heartbeat comes before it, but ends nothing.
  private Optional<NextTransition> nextOf(Job job) {
    Optional<NextTransition> own =
        deadlines.stateDeadline(job).map(at -> new NextTransition(DeadlineEvents.of(job), at));
    Optional<NextTransition> lease =
        deadlines.leaseExpiry(job.attempt()).map(at -> new NextTransition("EXPIRE", at));
    if (own.isEmpty() || lease.isEmpty()) {
      return own.or(() -> lease);
    }
    return lease.get().at().isBefore(own.get().at()) ? lease : own;
  }

  /// Explains the state of an attempt. One that was followed by another has ended.
  public Explanation attempt(Run run, AttemptRef ref, Instant now) {
    int current = run.job(ref.job()).attempt().number();
    if (current == ref.attempt()) {
      return job(run, ref.job(), now);
    }
    if (ref.attempt() < 1 || ref.attempt() > current) {
      return new Explanation(
          new Status(Phase.PENDING, ReasonCode.PROGRESS, "there is no such attempt yet"),
          List.of(),
          Optional.empty());
    }
    Job.PastAttempt past = run.job(ref.job()).ended(ref.attempt()).orElseThrow();
    return new Explanation(
        Status.of(past.state(), past.reason().code(), past.reason().message()),
        List.of(new Fact.Followed(ref.attempt() + 1)),
        Optional.empty());
  }
}
