package dev.pawl.server.store;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.event.RestoredJob;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes of a run what its rows would say.
final class RunSnapshots {

  static RestoredRun of(Run run) {
    List<RestoredJob> jobs = new ArrayList<>();
    run.jobs().forEach(job -> jobs.add(job(job)));
    return new RestoredRun(
        Run.created(run.id(), run.origin()),
        new RunRestored(
            "",
            run.version(),
            run.state(),
            run.since(),
            place(run.place()),
            jobs,
            List.of(),
            run.reason()));
  }

  private static RestoredJob job(Job job) {
    Attempt attempt = job.attempt();
    Optional<Attempt.WithAgent> held =
        attempt instanceof Attempt.WithAgent it ? Optional.of(it) : Optional.empty();
    return new RestoredJob(
        job.planned().id(),
        job.planned().name(),
        job.planned().runsOn(),
        attempt.number(),
        attempt.state(),
        attempt.since(),
        attempt.reason(),
        attempt.leases(),
        held.map(Attempt.WithAgent::lease)
            .map(it ->
                new RestoredJob.LiveLease(it.number(), it.state(), it.agent(), it.renewedAt())),
        held.flatMap(Attempt.WithAgent::startedAt),
        held.map(RunSnapshots::steps).orElse(List.of()),
        place(job.place()));
  }

  /// The rows do not tell until when a place is kept.
  private static Optional<GroupPlace> place(Optional<GroupPlace> place) {
    return place.map(it -> new GroupPlace(it.group(), it.isHeld()));
  }

  private static List<RestoredJob.RestoredStep> steps(Attempt.WithAgent held) {
    return held.steps().stream()
        .map(it -> new RestoredJob.RestoredStep(it.type(), it.name(), it.state(), it.tries()))
        .toList();
  }

  private RunSnapshots() {}
}
