package dev.pawl.server.store;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.List;

/// An attempt that is queued.
///
/// @param repository whose it is, which shares agents fairly with others
/// @param since when it came into the queue
public record QueuedAttempt(
    RunId run,
    AttemptRef attempt,
    String repository,
    int priority,
    List<String> runsOn,
    Instant since) {

  public QueuedAttempt {
    runsOn = List.copyOf(runsOn);
  }

  /// A job of a run, whose current attempt is queued.
  public static QueuedAttempt of(Run run, Job job) {
    return new QueuedAttempt(
        run.id(),
        job.ref(),
        run.origin().source().repository(),
        job.planned().policy().priority(),
        job.planned().runsOn(),
        job.attempt().since());
  }
}
