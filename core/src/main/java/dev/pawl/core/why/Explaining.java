package dev.pawl.core.why;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Surroundings;
import dev.pawl.core.group.Member;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.Standing;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Answers why, for any run, job or attempt, in any state. Pure, and total: there is no state
/// without an answer.
///
/// @param around the groups and what else a run touches
/// @param agents all agents, for what none of them can do
public record Explaining(Deadlines deadlines, Surroundings around, List<Agent> agents) {

  public Explaining {
    agents = List.copyOf(agents);
  }

  /// Why the run is where it is.
  public Why run(Run run, Instant now) {
    List<Fact> facts = new ArrayList<>();
    switch (run.state()) {
      case HELD -> {
        run.plan()
            .policy()
            .hold()
            .ifPresent(hold -> facts.add(Facts.approvals(hold, run.progress().approvals())));
        run.progress().until().ifPresent(at -> facts.add(new Fact.Until(at)));
      }
      case WAITING -> run.progress().until().ifPresent(at -> facts.add(new Fact.Until(at)));
      case QUEUED, RUNNING, RECOVERING, CANCELLING -> {
        run.place()
            .ifPresent(place -> facts.addAll(Facts.ofGroup(run, place, Member.WHOLE_RUN, around)));
        var tally = run.tally();
        facts.add(new Fact.Jobs(tally.open(), tally.out(), tally.in(AttemptState.QUEUED)));
      }
      case CREATED, PLANNING, PLAN_FAILED -> {}
      case SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> {}
    }
    return new Why(standing(run, facts, now), facts, nextOf(run));
  }

  /// A run waits where none of its jobs can move without a person, a timer or a group.
  private Standing standing(Run run, List<Fact> facts, Instant now) {
    ReasonCode code = run.reason().code();
    String message = run.reason().message();
    if (run.state() == RunState.HELD) {
      return Standing.of(
          run.state(),
          run.isApproved() ? ReasonCode.TIMER : ReasonCode.APPROVAL,
          Facts.sentence(facts, message));
    }
    if (run.place().filter(place -> !place.isTaken()).isPresent()
        && run.state() == RunState.QUEUED) {
      boolean isBehind = Facts.isBehindItsGroup(run, around);
      return isBehind
          ? Standing.of(run.state(), ReasonCode.CONCURRENCY, Facts.waitingFor(run, around))
          : Standing.of(run.state(), ReasonCode.PROGRESS, message);
    }
    if (run.state() != RunState.RUNNING || run.tally().out() > 0) {
      return Standing.of(run.state(), code, message);
    }
    Optional<Standing> wait = Optional.empty();
    for (Job job : run.jobs()) {
      if (job.isOver() || job.attempt().state() == AttemptState.PENDING) {
        continue;
      }
      Standing standing = job(run, job.index(), now).standing();
      if (standing.phase() != Phase.WAITING) {
        return Standing.of(run.state(), code, message); // an agent is all that is missing
      }
      wait = wait.or(() -> Optional.of(standing));
    }
    return wait.map(its -> Standing.of(run.state(), its.reason(), its.message()))
        .orElse(Standing.of(run.state(), code, message));
  }

  private Optional<Next> nextOf(Run run) {
    if (run.isOver()) {
      return Optional.empty();
    }
    Optional<Next> earliest = ends(run).map(at -> new Next(NextRow.of(run), at));
    for (Job job : run.jobs()) {
      Optional<Next> its = nextOf(job);
      if (its.isPresent() && (earliest.isEmpty() || its.get().at().isBefore(earliest.get().at()))) {
        earliest = its;
      }
    }
    return earliest;
  }

  /// A try to plan is followed by another, until the last.
  private Optional<Instant> ends(Run run) {
    int left = Deadlines.PLANNING_TRIES - run.progress().planningTries();
    return run.state() == RunState.PLANNING
        ? deadlines.ends(run).map(at -> at.plus(Deadlines.PLANNING_TRY.multipliedBy(left)))
        : deadlines.ends(run);
  }

  /// Why the job is where it is: that is, its current attempt.
  public Why job(Run run, int index, Instant now) {
    Job job = run.job(index);
    List<Fact> facts = Facts.of(run, job, this, now);
    return new Why(standing(run, job, facts), facts, nextOf(job));
  }

  private Standing standing(Run run, Job job, List<Fact> facts) {
    AttemptState state = job.attempt().state();
    String message = job.attempt().reason().message();
    return switch (state) {
      case PENDING ->
          Standing.of(
              state,
              job.unmetNeeds() > 0 ? ReasonCode.DEPENDENCY : ReasonCode.PROGRESS,
              Facts.sentence(facts, message));
      case QUEUED -> Facts.standingInQueue(run, job, facts, message);
      case HELD ->
          Standing.of(
              state,
              Facts.lacksApprovals(job) ? ReasonCode.APPROVAL : ReasonCode.TIMER,
              Facts.sentence(facts, message));
      case WAITING, RECOVERING -> Standing.of(state, job.attempt().reason().code(), message);
      case LEASED, STARTING, RUNNING, UPLOADING, CANCELLING ->
          Standing.of(state, job.attempt().reason().code(), message);
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST ->
          Standing.of(state, job.attempt().reason().code(), message);
    };
  }

  /// By when it is over with, one way or another. That two heartbeats are missed comes before, and
  /// ends nothing.
  private Optional<Next> nextOf(Job job) {
    Optional<Next> own = deadlines.ends(job).map(at -> new Next(NextRow.of(job), at));
    Optional<Next> lease = deadlines.leaseEnds(job.attempt()).map(at -> new Next("EXPIRE", at));
    if (own.isEmpty() || lease.isEmpty()) {
      return own.or(() -> lease);
    }
    return lease.get().at().isBefore(own.get().at()) ? lease : own;
  }

  /// Why an attempt is where it is. One that was followed by another is over.
  public Why attempt(Run run, AttemptRef ref, Instant now) {
    int current = run.job(ref.job()).attempt().number();
    if (current == ref.attempt()) {
      return job(run, ref.job(), now);
    }
    if (ref.attempt() < 1 || ref.attempt() > current) {
      return new Why(
          new Standing(Phase.PENDING, ReasonCode.PROGRESS, "there is no such attempt yet"),
          List.of(),
          Optional.empty());
    }
    Job.Past past = run.job(ref.job()).ended(ref.attempt()).orElseThrow();
    return new Why(
        Standing.of(past.state(), past.reason().code(), past.reason().message()),
        List.of(new Fact.Followed(ref.attempt() + 1)),
        Optional.empty());
  }
}
