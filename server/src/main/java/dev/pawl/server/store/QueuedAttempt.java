package dev.pawl.server.store;

import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.List;

/// An attempt that waits for an agent.
///
/// @param repository of the run; repositories of an org share its agents fairly
/// @param since when it was queued
/// @param mustJoinGroup whether it may have yet to join its concurrency group; the store does not
///   know whether it has
public record QueuedAttempt(
    RunId run,
    AttemptRef attempt,
    RepositoryKey repository,
    int priority,
    List<String> runsOn,
    Instant since,
    boolean mustJoinGroup) {

  public QueuedAttempt {
    runsOn = List.copyOf(runsOn);
  }

  /// The current attempt of a job, which is queued.
  public static QueuedAttempt of(Run run, Job job) {
    return new QueuedAttempt(
        run.id(),
        job.ref(),
        run.origin().repository(),
        job.planned().policy().priority(),
        job.planned().runsOn(),
        job.attempt().since(),
        job.mustJoinGroup());
  }

  /// What it asks of an agent.
  public AgentDemand demand() {
    return new AgentDemand(repository.org(), runsOn);
  }

  /// The same, in its group.
  public QueuedAttempt joined() {
    return new QueuedAttempt(run, attempt, repository, priority, runsOn, since, false);
  }
}
