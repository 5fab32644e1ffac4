package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One evaluation of a workflow for one trigger: the aggregate that the engine decides about.
///
/// Changed by the engine's `apply` only. The jobs and what depends on them are there from PLANNED
/// on.
///
/// @param reason why it is in its state
/// @param dependents the reverse of `needs`, by job
/// @param cancelCause what asked for its cancel, if anything did
/// @param version how many decisions about it were committed
public record Run(
    RunId id,
    RunState state,
    Instant since,
    Reason reason,
    Origin origin,
    Plan plan,
    List<List<Integer>> dependents,
    Vec<Job> jobs,
    Tally tally,
    Optional<Reason> cancelCause,
    long version) {

  private static final Plan NO_PLAN = new Plan("", List.of());

  /// A run as its trigger makes it.
  public static Run created(RunId id, Origin origin) {
    return new Run(
        id,
        RunMachine.MACHINE.initial(),
        origin.at(),
        Reason.PROGRESS,
        origin,
        NO_PLAN,
        List.of(),
        Vec.of(List.of()),
        Tally.EMPTY,
        Optional.empty(),
        0);
  }

  public Job job(int index) {
    return jobs.at(index);
  }

  /// The current attempt of a job, if that is the one meant.
  public Optional<Attempt> current(AttemptRef ref) {
    if (ref.job() < 0 || ref.job() >= jobs.size()) {
      return Optional.empty();
    }
    Attempt attempt = job(ref.job()).attempt();
    return attempt.number() == ref.attempt() ? Optional.of(attempt) : Optional.empty();
  }

  public boolean isOver() {
    return RunMachine.MACHINE.isTerminal(state);
  }

  public Run in(RunState state, Instant since, Reason reason) {
    return new Run(
        id, state, since, reason, origin, plan, dependents, jobs, tally, cancelCause, version);
  }

  public Run cancelledFor(Reason cause) {
    return new Run(
        id,
        state,
        since,
        reason,
        origin,
        plan,
        dependents,
        jobs,
        tally,
        Optional.of(cause),
        version);
  }

  /// With the plan's jobs, each with a pending first attempt.
  public Run planned(Plan plan, Instant at) {
    AttemptState initial = AttemptMachine.MACHINE.initial();
    List<Job> jobs = new ArrayList<>();
    for (int index = 0; index < plan.jobs().size(); index++) {
      var first = new Attempt.Idle(1, initial, at, 0);
      jobs.add(new Job(index, first, plan.job(index).needs().size()));
    }
    return new Run(
        id,
        state,
        since,
        reason,
        origin,
        plan,
        plan.dependents(),
        Vec.of(jobs),
        Tally.EMPTY.added(initial, jobs.size()),
        cancelCause,
        version);
  }

  /// With another attempt of a job, or the same one moved; its dependents are told when it ended.
  public Run with(int index, Attempt attempt) {
    Job before = job(index);
    Job after = before.with(attempt);
    Vec<Job> next = jobs.with(index, after);
    if (after.isOver() && !before.isOver()) {
      for (int dependent : dependents.get(index)) {
        next = next.with(dependent, next.at(dependent).withOneNeedLess());
      }
    }
    Tally counted = tally.moved(before.attempt().state(), attempt.state());
    return new Run(
        id, state, since, reason, origin, plan, dependents, next, counted, cancelCause, version);
  }

  /// One decision later.
  public Run committed() {
    return new Run(
        id, state, since, reason, origin, plan, dependents, jobs, tally, cancelCause, version + 1);
  }
}
