package dev.pawl.cli.runs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.client.ServerProblem;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.progress.WaitSummary.Wait;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.why.Explanation;
import dev.pawl.protocol.LogFrame;
import dev.pawl.server.api.document.JobDocument;
import dev.pawl.server.api.document.Requests.AcceptedDocument;
import dev.pawl.server.api.document.Requests.CancelRequest;
import dev.pawl.server.api.document.Requests.CreatedRunDocument;
import dev.pawl.server.api.document.Requests.RerunRequest;
import dev.pawl.server.api.document.Requests.ReviewRequest;
import dev.pawl.server.api.document.Requests.TransitionDocument;
import dev.pawl.server.api.document.RunDocument;
import dev.pawl.server.api.document.RunDocument.NextDocument;
import dev.pawl.server.api.document.RunItem;
import dev.pawl.server.api.document.WhyDocument;
import dev.pawl.server.store.sql.RunListQuery;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.PrunedRunRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The runs of an org of a server, by its API. The document of a run is read once for its run, its
/// attempts and its steps, and again when its journal has grown. Used by one thread at a time.
public final class RemoteRunClient implements RunClient {

  private static final Pattern NUMBER = Pattern.compile("#?(\\d{1,18})(?:\\.(\\d{1,9}))?");
  private static final Pattern CUT = Pattern.compile("pawl: log cut(?: here)?: ([^.\n]+)\\.");

  /// A follower asks for the same run no more often.
  private static final Duration PACE = Duration.ofMillis(200);

  /// How long a server may be away while a run is followed.
  private static final Duration RESTART = Duration.ofMinutes(2);

  private static final int MOST = 1_000_000;

  /// How many runs of one number are looked at.
  private static final int MOST_OF_A_NUMBER = 200;

  private static final int LOG_END = 1024;

  private final ServerClient client;
  private @Nullable RunDocument read;
  private long readAt;

  public RemoteRunClient(ServerClient client) {
    this.client = client;
  }

  @Override
  public List<RunRow> list(RunListQuery.Filter filter, int limit) {
    return client.list(runs(query(filter)), RunItem.class, limit).stream()
        .map(RunDocumentRows::run)
        .toList();
  }

  private String runs(String rest) {
    return client.inOrg("/runs" + rest);
  }

  private String path(RunId run, String rest) {
    return runs("/" + ServerClient.encoded(run.value()) + rest);
  }

  private static String query(RunListQuery.Filter filter) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("state", filter.state() == null ? null : Machine.wireName(filter.state()));
    all.put("phase", filter.phase() == null ? null : Machine.wireName(filter.phase()));
    all.put("repository", filter.repository());
    all.put("number", filter.number());
    all.put("workflow", filter.workflow());
    all.put("branch", filter.branch());
    all.put("event", filter.event());
    all.put("actor", filter.actor());
    all.put("q", filter.search());
    Map<String, String> given = new LinkedHashMap<>();
    all.forEach((name, value) -> {
      if (value != null) {
        given.put(name, value.toString());
      }
    });
    return ServerClient.query(given);
  }

  @Override
  public Optional<RunRow> find(String reference) {
    Matcher number = NUMBER.matcher(reference);
    if (!number.matches()) {
      return byId(reference);
    }
    List<RunItem> found =
        client.list(runs("?number=" + number.group(1)), RunItem.class, MOST_OF_A_NUMBER).stream()
            .filter(run ->
                number.group(2) == null || run.attempt() == Integer.parseInt(number.group(2)))
            .sorted(Comparator.comparingInt(RunItem::attempt).reversed())
            .toList();
    requireOne(number.group(1), found);
    return found.stream().findFirst().flatMap(run -> byId(run.id()));
  }

  /// @throws AmbiguousRunException if they are of several repositories
  private static void requireOne(String number, List<RunItem> found) {
    Map<String, RunItem> latest = new LinkedHashMap<>();
    found.forEach(run -> latest.putIfAbsent(run.repository(), run));
    if (latest.size() > 1) {
      throw new AmbiguousRunException(
          "several repositories have a run #%s. Give its id: %s."
              .formatted(
                  number,
                  latest.values().stream()
                      .map(run ->
                          "%s (%s)"
                              .formatted(
                                  run.id(),
                                  run.repository().isEmpty() ? "no repository" : run.repository()))
                      .collect(Collectors.joining(", "))));
    }
  }

  private Optional<RunRow> byId(String id) {
    RunDocument before = read;
    if (before != null && before.id().equals(id)) {
      LockSupport.parkNanos(readAt + PACE.toNanos() - System.nanoTime());
    }
    readAt = System.nanoTime();
    Optional<RunDocument> found = client.find(path(new RunId(id), ""), RunDocument.class);
    read = found.isPresent() ? found.get() : null;
    return found.map(RunDocumentRows::run);
  }

  private RunDocument document(RunId run) {
    RunDocument known = read;
    if (known == null || !known.id().equals(run.value())) {
      known = client.get(path(run, ""), RunDocument.class);
      read = known;
    }
    return known;
  }

  @Override
  public Optional<PrunedRunRow> findPruned(String reference) {
    return Optional.empty();
  }

  @Override
  public List<AttemptRow> attempts(RunId run) {
    return RunDocumentRows.attempts(document(run));
  }

  @Override
  public List<StepRow> steps(RunId run) {
    return RunDocumentRows.steps(document(run));
  }

  /// What was read of the run before is older than what is new in its journal.
  @Override
  public List<TransitionRow> transitions(RunId run, long after) {
    List<TransitionRow> lines =
        client.list(path(run, "/journal?cursor=" + after), TransitionDocument.class, MOST).stream()
            .map(RunDocumentRows::transition)
            .toList();
    if (!lines.isEmpty()) {
      read = null;
    }
    return lines;
  }

  @Override
  public Optional<StepLog> log(RunId run, AttemptRef attempt, int step) {
    return step == LogFrame.SUMMARY_INDEX
        ? Optional.empty()
        : Optional.of(new RemoteLog(client, log(run, attempt.job(), attempt.attempt(), step)));
  }

  private String log(RunId run, int job, int attempt, int step) {
    return path(run, "/jobs/%d/logs?attempt=%d&step=%d".formatted(job, attempt, step));
  }

  /// The document has the jobs, and the logs themselves say why.
  @Override
  public List<CutLog> cutLogs(RunRow run) {
    RunDocument document = document(run.id());
    List<Integer> jobs =
        document.jobs().stream().filter(JobDocument::logCut).map(JobDocument::index).toList();
    List<CutLog> cuts = new ArrayList<>();
    for (StepRow step : RunDocumentRows.steps(document)) {
      if (jobs.contains(step.job()) && step.startedAt() != null) {
        String log = log(run.id(), step.job(), step.attempt(), step.step());
        Matcher cut = CUT.matcher(new String(client.bytes(log, "-" + LOG_END).bytes(), UTF_8));
        if (cut.find()) {
          cuts.add(new CutLog(step.job(), step.attempt(), step.step(), cut.group(1)));
        }
      }
    }
    return cuts;
  }

  /// The server's doctor verifies journals.
  @Override
  public Optional<Long> firstBrokenEntry(RunId run) {
    throw new UnsupportedOperationException("a server's API does not verify one journal");
  }

  @Override
  public Optional<String> problem(RunRow run) {
    return Optional.of(run.quarantined())
        .filter(why -> !why.isEmpty())
        .map(why ->
            "the run is quarantined: %s. Run `pawl cancel %d --force` to end it."
                .formatted(why, run.number()));
  }

  /// A server ends the runs of a lost agent itself.
  @Override
  public Optional<String> interruption(RunRow run) {
    return Optional.empty();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public Explanation explain(RunId run, OptionalInt job) {
    String of = job.isPresent() ? "/jobs/" + job.getAsInt() : "";
    return RunDocumentRows.explanation(client.get(path(run, of + "/why"), WhyDocument.class));
  }

  @Override
  public boolean isRetried(RunId run) {
    return RunDocumentRows.isRetried(document(run).lineage());
  }

  @Override
  public WaitSummary waits(RunId id) {
    RunDocument run = document(id);
    Map<Integer, Wait> jobs = new HashMap<>();
    for (JobDocument job : run.jobs()) {
      wait(job.phase(), job.message(), job.next()).ifPresent(wait -> jobs.put(job.index(), wait));
    }
    return new WaitSummary(wait(run.phase(), run.message(), run.next()), jobs);
  }

  private static Optional<Wait> wait(String phase, String message, @Nullable NextDocument next) {
    Optional<Instant> end =
        Optional.ofNullable(next)
            .filter(one -> one.event().equals("TIMER_DONE") || one.event().equals("ENQUEUE"))
            .map(NextDocument::at);
    return phase.equals("waiting") && !message.isEmpty()
        ? Optional.of(new Wait(message, end))
        : Optional.empty();
  }

  @Override
  public void follow() {
    client.waitForRestarts(RESTART);
  }

  @Override
  public ActionResult act(RunRow run, RunAction action) {
    String of = action.job().isPresent() ? "/jobs/" + action.job().getAsInt() : "";
    try {
      client.post(
          path(run.id(), "%s/%s".formatted(of, verb(action))),
          body(action),
          AcceptedDocument.class);
      return ActionResult.ACCEPTED;
    } catch (ServerProblem problem) {
      String why = String.valueOf(problem.getMessage());
      if (problem.isUnauthorized()) {
        return new ActionResult(ActionResult.Kind.UNAUTHORIZED, why);
      }
      return problem.code().equals("too_late")
          ? new ActionResult(ActionResult.Kind.LATE, why)
          : ActionResult.rejected(why);
    } finally {
      read = null;
    }
  }

  private static String verb(RunAction action) {
    return switch (action) {
      case RunAction.Cancel _ -> "cancel";
      case RunAction.Approve _ -> "approve";
      case RunAction.Reject _ -> "reject";
      case RunAction.Retry _ -> "retry";
      case RunAction.Skip _ -> "skip";
    };
  }

  private static @Nullable Object body(RunAction action) {
    return switch (action) {
      case RunAction.Cancel(_, var isForced) -> new CancelRequest(isForced);
      case RunAction.Reject(_, var message) -> new ReviewRequest(message);
      case RunAction.Approve _, RunAction.Retry _, RunAction.Skip _ -> null;
    };
  }

  /// Runs an ended run again, on the server.
  ///
  /// @param isFailedOnly whether only what did not succeed runs
  /// @param job the only job to run, by its id
  /// @param skipped the ids of jobs to skip
  public CreatedRunDocument rerun(
      RunRow run, boolean isFailedOnly, Optional<String> job, List<String> skipped) {
    var request = new RerunRequest(isFailedOnly, job.orElse(null), skipped);
    return client.post(path(run.id(), "/rerun"), request, CreatedRunDocument.class);
  }

  @Override
  public void close() {
    client.close();
  }
}
