package dev.pawl.cli.runs;

import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.cli.local.OwnedRun;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.server.logs.LogCut;
import dev.pawl.server.logs.LogReader;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.rows.OrchestratorRows.Orchestrator;
import dev.pawl.server.store.sql.RunListQuery;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.PrunedRunRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The runs of a project's own store. It is opened for reading only; an action is a request to the
/// process that owns the run.
public final class LocalRunClient implements RunClient {

  /// Most agents of a server that an explanation looks at.
  private static final int MOST_AGENTS = 1_000;

  private static final RunListQuery.Filter NO_FILTER =
      new RunListQuery.Filter(null, null, null, null, null, null, null, null, null);

  private final Project project;
  private final SqliteStore store;
  private final FileLogs logs;
  private final RunQueries queries;

  private LocalRunClient(Project project, SqliteStore store) {
    this.project = project;
    this.store = store;
    this.logs = new FileLogs(project.logs());
    this.queries = store.queries();
  }

  /// Empty if the project has no store.
  public static Optional<LocalRunClient> of(Project project) {
    return project.openForReading().map(store -> new LocalRunClient(project, store));
  }

  @Override
  public List<RunRow> list(RunListQuery.Filter filter, int limit) {
    if (filter.equals(NO_FILTER)) {
      return queries.latest(limit);
    }
    List<RunRow> found = new ArrayList<>();
    String cursor = "";
    do {
      RunListQuery.Page page = queries.list().page(filter, cursor, limit - found.size());
      found.addAll(page.runs());
      cursor = page.next() == null ? "" : page.next();
    } while (!cursor.isEmpty() && found.size() < limit);
    return found;
  }

  @Override
  public Optional<RunRow> find(String reference) {
    return queries.find(withoutSign(reference));
  }

  @Override
  public Optional<PrunedRunRow> findPruned(String reference) {
    return queries.findPruned(withoutSign(reference));
  }

  private static String withoutSign(String reference) {
    return reference.replaceFirst("^#", "");
  }

  @Override
  public List<AttemptRow> attempts(RunId run) {
    return queries.attempts(run);
  }

  @Override
  public List<StepRow> steps(RunId run) {
    return queries.steps(run);
  }

  @Override
  public List<TransitionRow> transitions(RunId run, long after) {
    return queries.transitions(run, after);
  }

  @Override
  public Optional<StepLog> log(RunId run, AttemptRef attempt, int step) {
    return logs.log(run, attempt, step);
  }

  @Override
  public List<CutLog> cutLogs(RunRow run) {
    List<CutLog> cuts = new ArrayList<>();
    for (StepRow step : steps(run.id())) {
      project
          .logs()
          .newest(run.id(), step.job(), step.attempt(), step.step())
          .flatMap(LogReader::cut)
          .map(LogCut::reason)
          .ifPresent(why -> cuts.add(new CutLog(step.job(), step.attempt(), step.step(), why)));
    }
    return cuts;
  }

  @Override
  public Optional<Long> firstBrokenEntry(RunId run) {
    return queries.firstBrokenEntry(run);
  }

  @Override
  public Optional<String> problem(RunRow run) {
    return quarantine(run)
        .map(why ->
            "the run is quarantined: %s. %s"
                .formatted(
                    why,
                    run.endedAt() == null
                        ? "Run `pawl cancel %d --force` to end it.".formatted(run.number())
                        : "Run `pawl doctor` for details."))
        .or(() -> interruption(run));
  }

  /// Why nothing is decided about the run any more.
  private Optional<String> quarantine(RunRow run) {
    return Optional.of(run.quarantined())
        .filter(why -> !why.isEmpty())
        .or(() -> queries.journalProblem(run.id()));
  }

  @Override
  public Optional<String> interruption(RunRow run) {
    return Optional.of(run)
        .filter(open -> open.endedAt() == null)
        .map(this::owner)
        .filter(owner -> !isServers(owner))
        .filter(owner -> !project.isAlive(owner.id()) && isOpen(run.id()))
        .map(owner ->
            "run #%d was interrupted: its process %d has died. Run `pawl resume %d` to continue it."
                .formatted(run.number(), owner.pid(), run.number()));
  }

  /// Whether the run is open now. A process that has ended its run is not alive either, so this is
  /// asked after the lock.
  private boolean isOpen(RunId run) {
    return queries.find(run.value()).filter(row -> row.endedAt() == null).isPresent();
  }

  private Orchestrator owner(RunRow run) {
    return store.orchestrators().ownerOf(run.id()).orElseThrow();
  }

  private static boolean isServers(Orchestrator owner) {
    return owner.id().equals(OrchestratorRows.SERVER);
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public Explanation explain(RunId id, OptionalInt job) {
    Run run = store.run(id).orElseThrow();
    StatusExplainer explainer = explainer(run);
    return job.isPresent()
        ? explainer.job(run, job.getAsInt(), store.now())
        : explainer.run(run, store.now());
  }

  @Override
  public boolean isRetried(RunId run) {
    return store.run(run).filter(Reruns::isRetriedByPolicy).isPresent();
  }

  @Override
  public WaitSummary waits(RunId id) {
    return store
        .run(id)
        .map(run -> WaitSummary.of(run, explainer(run), store.now()))
        .orElse(WaitSummary.EMPTY);
  }

  private StatusExplainer explainer(Run run) {
    boolean isServers = run.origin().owner().equals(OrchestratorRows.SERVER);
    return new StatusExplainer(
        isServers ? Deadlines.DEFAULT : LocalOrchestrator.DEADLINES,
        store,
        isServers
            ? store.agents(MOST_AGENTS)
            : List.of(store.agent(project.agentOf(run.origin().owner()))),
        this::jobName);
  }

  private Optional<String> jobName(RunId run, int job) {
    return attempts(run).stream()
        .filter(attempt -> attempt.job() == job)
        .map(AttemptRow::jobId)
        .findFirst();
  }

  @Override
  public void follow() {}

  @Override
  public ActionResult act(RunRow run, RunAction action) throws InterruptedException {
    if (run.endedAt() != null) {
      return ActionResult.rejected(
          "run #%d has ended: %s. Run `pawl rerun %d` to run it again."
              .formatted(run.number(), run.state(), run.number()));
    }
    Orchestrator owner = owner(run);
    if (isServers(owner)) {
      return ActionResult.rejected(
          "run #%d belongs to the server of this store. Use the server's API instead."
              .formatted(run.number()));
    }
    Optional<String> interruption = interruption(run);
    if (interruption.isPresent()) {
      Optional<String> quarantine = quarantine(run);
      if (quarantine.isPresent()
          && action instanceof RunAction.Cancel(var job, var isForced)
          && job.isEmpty()
          && isForced) {
        return end(run, owner, quarantine.get());
      }
      return ActionResult.rejected(interruption.get());
    }
    var commands = new ActionCommands(run, attempts(run.id()), CurrentUser.actor());
    return new OwnerRequest(project, owner).send(run.id(), commands.of(action));
  }

  /// Ends a quarantined run whose process has died.
  private ActionResult end(RunRow run, Orchestrator owner, String why) {
    Actor me = CurrentUser.actor();
    var cancel =
        new CancelRun(
            me, true, "%s; it was quarantined: %s".formatted(OwnedRun.cancelReason(me, true), why));
    try (SqliteStore open = project.openExistingStore().orElseThrow()) {
      return project
          .cancelOrphan(open, owner, run.id(), cancel)
          .map(LocalRunClient::result)
          .orElseGet(() -> ActionResult.rejected("its process is running. Try again."));
    } catch (ConstraintViolation e) {
      return ActionResult.rejected("the run cannot be ended: %s".formatted(e.getMessage()));
    }
  }

  private static ActionResult result(Decision decision) {
    return switch (decision) {
      case Decision.Accepted _ -> ActionResult.ACCEPTED;
      case Decision.Late(var late) -> new ActionResult(ActionResult.Kind.LATE, late);
      case Decision.Refused(var refusal) -> ActionResult.rejected(refusal.message());
    };
  }

  @Override
  public void close() {
    store.close();
  }
}
