package dev.pawl.simulation.mutants;

import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Decisions with one deliberate change. They stay consistent, so that only the invariants can find
/// it.
final class DecisionMutations {

  /// The decision with other transitions of the run, and the state that they lead to.
  static Decision lines(
      Run before, Decision decision, Instant now, UnaryOperator<List<Transition>> change) {
    if (!(decision instanceof Decision.Accepted accepted)
        || !(accepted.revisions().getFirst().after() instanceof Run)) {
      return decision;
    }
    Revision first = accepted.revisions().getFirst();
    if (first.transitions().isEmpty()) {
      return with(accepted, 0, new Revision(renewed(before, accepted, now), List.of()));
    }
    List<Transition> lines = change.apply(new ArrayList<>(first.transitions()));
    Run after = before;
    for (Transition line : lines) {
      after = EventApplier.apply(after, (DomainEvent.OfRun) line.cause(), now);
    }
    return with(accepted, 0, new Revision(after.committed(), lines));
  }

  private static Run renewed(Run before, Decision.Accepted accepted, Instant now) {
    Run after = before;
    for (LeaseRef lease : accepted.renewed()) {
      after = EventApplier.apply(after, new DomainEvent.LeaseRenewed(lease), now);
    }
    return after;
  }

  private static Decision with(Decision.Accepted accepted, int index, Revision revision) {
    List<Revision> revisions = new ArrayList<>(accepted.revisions());
    revisions.set(index, revision);
    return new Decision.Accepted(
        revisions, accepted.reads(), accepted.effects(), accepted.renewed());
  }

  /// The decision without some aggregate beside the run.
  static Decision without(Decision decision, Predicate<Revision> dropped) {
    if (!(decision instanceof Decision.Accepted accepted)) {
      return decision;
    }
    List<Revision> left = new ArrayList<>();
    for (Revision revision : accepted.revisions()) {
      boolean isTheRun = revision.after().kind() == Aggregate.Kind.RUN;
      if (isTheRun || !dropped.test(revision)) {
        left.add(revision);
      }
    }
    return new Decision.Accepted(left, accepted.reads(), accepted.effects(), accepted.renewed());
  }

  static Decision withoutEffects(Decision decision, Predicate<Effect> dropped) {
    if (!(decision instanceof Decision.Accepted accepted)) {
      return decision;
    }
    List<Effect> left = accepted.effects().stream().filter(dropped.negate()).toList();
    return new Decision.Accepted(accepted.revisions(), accepted.reads(), left, accepted.renewed());
  }

  /// The transition with another event.
  static Transition saying(Transition line, DomainEvent cause) {
    return new Transition(
        line.machine(), line.entity(), line.from(), line.event(), line.to(), line.actor(), cause);
  }

  /// The run with another policy for its jobs.
  static Run policies(Run run, UnaryOperator<JobPolicy> change) {
    Run doctored = run;
    for (Job job : run.jobs()) {
      PlannedJob other = job.planned().with(change.apply(job.planned().policy()));
      doctored = doctored.with(doctored.graph().with(changed(job, other, job.upstream())));
    }
    return doctored;
  }

  /// The run as if every ancestor of the jobs in execution had succeeded.
  static Run withoutAncestors(Run run) {
    Run doctored = run;
    for (Job job : run.jobs()) {
      if (job.isWithAgent()) {
        var forgotten = new Job.Upstream(job.upstream().open(), 0, 0, 0);
        doctored = doctored.with(doctored.graph().with(changed(job, job.planned(), forgotten)));
      }
    }
    return doctored;
  }

  private static Job changed(Job job, PlannedJob planned, Job.Upstream upstream) {
    return new Job(
        job.index(),
        planned,
        job.dependents(),
        job.attempt(),
        job.past(),
        upstream,
        job.protection(),
        job.place());
  }

  private DecisionMutations() {}
}
