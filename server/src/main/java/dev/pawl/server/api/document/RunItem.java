package dev.pawl.server.api.document;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.LineageStatus;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A run in a list.
///
/// @param attempt the number of the run attempt; reruns count up
/// @param actor who started it, as `person:alice`
/// @param reason why it is in its state, as a code
/// @param message the same for people
/// @param since when it entered its state
/// @param quarantined why nothing is decided about it any more; null if it is not quarantined
public record RunItem(
    String id,
    long number,
    int attempt,
    String repository,
    String workflow,
    String file,
    String event,
    String branch,
    String commit,
    String actor,
    String state,
    String phase,
    String reason,
    String message,
    Instant createdAt,
    Instant since,
    @Nullable Instant endedAt,
    LineageDocument lineage,
    ReportDocument report,
    @Nullable String quarantined) {

  /// The state of the run and its automatic reruns.
  ///
  /// @param state pending, running, retrying, success, failed or abandoned
  /// @param attempt which one of its lineage this run is, from 1
  /// @param max how many attempts the lineage may have
  public record LineageDocument(String state, int attempt, int max) {}

  /// Whether the forge knows the result.
  ///
  /// @param state none, pending, published or given_up
  /// @param at when it was published or given up
  public record ReportDocument(String state, @Nullable Instant at) {
    /// Nothing is to be published.
    static final ReportDocument NONE = new ReportDocument("none", null);
  }

  public static RunItem of(RunRow run) {
    return new RunItem(
        run.id().value(),
        run.number(),
        run.runAttempt(),
        run.repository(),
        run.workflow(),
        run.file(),
        run.event(),
        run.branch(),
        run.commit(),
        run.startedBy(),
        run.state(),
        Machine.wireName(run.phase()),
        run.reason(),
        run.message(),
        run.createdAt(),
        run.since(),
        run.endedAt(),
        lineage(run),
        ReportDocument.NONE,
        run.quarantined().isEmpty() ? null : run.quarantined());
  }

  private static LineageDocument lineage(RunRow run) {
    LineageStatus status =
        LineageStatus.of(
            Machine.ofWireName(RunState.class, run.state()),
            run.retries(),
            run.maxRetries(),
            run.isRetried());
    return new LineageDocument(status.wireName(), status.attempt(), status.max());
  }
}
