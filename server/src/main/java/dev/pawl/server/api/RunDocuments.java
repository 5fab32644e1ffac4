package dev.pawl.server.api;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.Status;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.server.api.document.JobDocument;
import dev.pawl.server.api.document.RunDocument;
import dev.pawl.server.api.document.WhyDocument;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Puts the documents of runs together: their rows, and, while they are open, why they are in their
/// states.
final class RunDocuments {

  private final ApiServices services;
  private final RunReader reader;

  RunDocuments(ApiServices services, RunReader reader) {
    this.services = services;
    this.reader = reader;
  }

  /// An open run, and who explains it.
  private record Explained(Run run, StatusExplainer explainer, Instant now) {

    Optional<Explanation> whole() {
      return Optional.of(explainer.run(run, now));
    }

    Optional<Explanation> job(int index) {
      return index < run.jobs().size()
          ? Optional.of(explainer.job(run, index, now))
          : Optional.empty();
    }
  }

  RunDocument of(String org, RunRow row) {
    RunQueries queries = reader.queries(org);
    List<StepRow> steps = queries.steps(row.id());
    Map<Integer, List<AttemptRow>> jobs = byJob(queries.attempts(row.id()));
    Optional<Explained> explained = row.endedAt() == null ? explained(org, row) : Optional.empty();
    Set<LeaseRef> cut = services.connections().cutLeases(row.id());
    Optional<QuarantinedRun> quarantine =
        row.quarantined().isEmpty()
            ? Optional.empty()
            : services.store().quarantineView().of(row.id());
    return RunDocument.of(
        org,
        row,
        quarantine,
        explained.flatMap(Explained::whole),
        jobs.values().stream().map(job -> job(row, job, steps, explained, cut)).toList());
  }

  /// The document of a run as it was after an entry of its journal.
  RunDocument at(String org, RunRow row, long seq) {
    var then = new RunAtEntry(reader.stateAt(row.id(), seq));
    RunQueries queries = reader.queries(org);
    List<StepRow> steps = then.steps(queries.steps(row.id()));
    Map<Integer, List<AttemptRow>> jobs = byJob(then.attempts(queries.attempts(row.id())));
    return RunDocument.of(
        org,
        then.run(row),
        Optional.empty(),
        Optional.empty(),
        jobs.values().stream()
            .map(job -> job(row, job, steps, Optional.empty(), Set.of()))
            .toList());
  }

  private static Map<Integer, List<AttemptRow>> byJob(List<AttemptRow> attempts) {
    return attempts.stream()
        .collect(Collectors.groupingBy(AttemptRow::job, TreeMap::new, Collectors.toList()));
  }

  private Optional<Explained> explained(String org, RunRow row) {
    return reader
        .state(row.id())
        .map(run -> new Explained(run, reader.explainer(org), services.store().now()));
  }

  private JobDocument job(
      RunRow row,
      List<AttemptRow> attempts,
      List<StepRow> steps,
      Optional<Explained> explained,
      Set<LeaseRef> cut) {
    AttemptRow last = attempts.getLast();
    boolean isOpen = last.endedAt() == null;
    var ref = new AttemptRef(last.job(), last.attempt());
    boolean isCut =
        IntStream.rangeClosed(1, last.leases())
            .anyMatch(lease -> cut.contains(new LeaseRef(ref, lease)));
    Optional<JobHeartbeat> beat =
        isOpen && !last.agentId().isEmpty()
            ? services
                .connections()
                .heartbeat(last.agentId(), row.id(), last.jobId(), last.attempt())
            : Optional.empty();
    return JobDocument.of(
        attempts,
        steps.stream().filter(step -> step.job() == last.job()).toList(),
        isOpen
            ? explained.flatMap(run -> run.job(last.job())).map(this::whilePaused)
            : Optional.empty(),
        isCut,
        beat);
  }

  /// A queued job waits for what keeps this server from dispatching, if something does.
  private Explanation whilePaused(Explanation explained) {
    Status status = explained.status();
    boolean isQueued = status.phase() == Phase.PENDING && status.reason() == ReasonCode.PROGRESS;
    Optional<String> pause = services.orchestrator().dispatchPause();
    return isQueued && pause.isPresent()
        ? new Explanation(
            new Status(status.phase(), status.reason(), pause.get()),
            explained.facts(),
            explained.next())
        : explained;
  }

  /// Explains the state of a run.
  WhyDocument why(String org, RunRow row) {
    return WhyDocument.of(
        row.id().value(),
        row.number(),
        null,
        row.state(),
        require(explained(org, row).flatMap(Explained::whole), row),
        services.store().now());
  }

  /// Explains the state of a job.
  WhyDocument why(String org, RunRow row, AttemptRow job) {
    return WhyDocument.of(
        row.id().value(),
        row.number(),
        job.jobId(),
        job.state(),
        require(explained(org, row).flatMap(run -> run.job(job.job())).map(this::whilePaused), row),
        services.store().now());
  }

  private static Explanation require(Optional<Explanation> explained, RunRow row) {
    return explained.orElseThrow(() ->
        HttpProblem.conflict(
            "quarantined",
            "run #%d cannot be explained: its journal is corrupt".formatted(row.number())));
  }
}
