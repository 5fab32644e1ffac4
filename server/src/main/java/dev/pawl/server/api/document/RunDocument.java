package dev.pawl.server.api.document;

import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.NextTransition;
import dev.pawl.server.api.document.RunItem.LineageDocument;
import dev.pawl.server.api.document.RunItem.ReportDocument;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run with its jobs.
///
/// @param next what happens by time alone, unless somebody acts before; null if nothing does
public record RunDocument(
    String id,
    String org,
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
    @Nullable NextDocument next,
    LineageDocument lineage,
    ReportDocument report,
    @Nullable QuarantineDocument quarantined,
    List<JobDocument> jobs) {

  public RunDocument {
    jobs = List.copyOf(jobs);
  }

  /// The next transition by time alone.
  ///
  /// @param event of the state machine
  public record NextDocument(Instant at, String event) {
    static @Nullable NextDocument of(Optional<Explanation> explained) {
      Optional<NextTransition> next = explained.flatMap(Explanation::next);
      return next.isEmpty() ? null : new NextDocument(next.get().at(), next.get().event());
    }
  }

  /// Nothing is decided about the run any more.
  ///
  /// @param advice what to do
  public record QuarantineDocument(
      String reason, Instant since, String orchestrator, String advice) {
    static QuarantineDocument of(QuarantinedRun run) {
      return new QuarantineDocument(
          run.reason(), run.since(), run.orchestrator(), "cancel it with {\"force\": true}");
    }
  }

  /// The document of a run.
  ///
  /// @param explained its state, if it is open
  public static RunDocument of(
      String org,
      RunRow run,
      Optional<QuarantinedRun> quarantine,
      Optional<Explanation> explained,
      List<JobDocument> jobs) {
    RunItem item = RunItem.of(run);
    StatusText status = StatusText.of(item, explained);
    return new RunDocument(
        item.id(),
        org,
        item.number(),
        item.attempt(),
        item.repository(),
        item.workflow(),
        item.file(),
        item.event(),
        item.branch(),
        item.commit(),
        item.actor(),
        item.state(),
        status.phase(),
        status.reason(),
        status.message(),
        item.createdAt(),
        item.since(),
        item.endedAt(),
        NextDocument.of(explained),
        item.lineage(),
        item.report(),
        quarantine.map(QuarantineDocument::of).orElse(null),
        jobs);
  }
}
