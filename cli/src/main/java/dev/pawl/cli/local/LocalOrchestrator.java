package dev.pawl.cli.local;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.exec.ProcessExecution;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.core.command.Effect.StartRun;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.ApproveJob;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.RejectJob;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.command.Reviewer;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.decision.RerunCreation.Proposal;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Orchestrator and agent in one process, for the runs that this process owns: the wiring of `pawl
/// run`.
///
/// The agent lives and dies with the orchestrator, so leases and other deadlines are long: a laptop
/// that was suspended must not lose its run. [OwnerLock] and [ProcessReaper] protect against a
/// crash of this process.
public final class LocalOrchestrator implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LocalOrchestrator.class);
  private static final Duration SLEEP = Duration.ofDays(7);

  /// The deadlines of local runs.
  public static final Deadlines DEADLINES = new Deadlines(SLEEP, Duration.ofMinutes(1), SLEEP);

  private static final Duration AGENT_STOPS = Duration.ofSeconds(30);

  private final IdGenerator ids = new IdGenerator(InstantSource.system());
  private final LeaseIds leaseIds = new LeaseIds(ids.key());
  private final String id = ids.next();
  private final LocalRunSettings settings;
  private final SqliteStore store;
  private final OwnerLock lock;
  private final LogStore logs;
  private final LogReceiver logDesk;
  private final ProcessReaper reaper;
  private final LocalAgent local;
  private final Orchestrator orchestrator;
  private final LoopbackConnection loopback = new LoopbackConnection();
  private final AgentLoop agent = new AgentLoop(loopback::serverLink, this::broken);
  private final RunObserver observer;
  private final CompletableFuture<Run> ended = new CompletableFuture<>();
  private final Thread loop;
  private final OwnerDuties duties;
  private final Actor me;

  /// Whether the run had ended at the last look, though this process has not observed it.
  private boolean hadEnded;

  /// The run, or its latest retry.
  private volatile RunId latest = new RunId("");

  public LocalOrchestrator(
      Project project, LocalRunSettings settings, Actor me, RunObserver observer) {
    this.settings = settings;
    this.me = me;
    this.observer = observer;
    this.store = project.openStore(id);
    this.lock = OwnerLock.take(project.owners(), id);
    this.logs = new LogStore(project.logs());
    this.logDesk =
        new LogReceiver(
            logs, leaseIds, DEADLINES.leaseTtl(), store::now, (_, _) -> settings.secrets());
    this.reaper = openReaper();
    this.local = new LocalAgent(id, project, settings, reaper);
    register();
    this.orchestrator =
        new Orchestrator(
            new OrchestratorIdentity(id, ids.next()),
            store,
            DEADLINES,
            leaseIds,
            OrchestratorPorts.observedBy(new Watch()).withSecrets((_, _) -> settings.secrets()));
    this.loop = Thread.ofPlatform().name("orchestrator").unstarted(this::turn);
    this.duties = new OwnerDuties(project, store, id, orchestrator, this::notice, this::broken);
    start();
  }

  private ProcessReaper openReaper() {
    try {
      return ProcessReaper.open(id, System.getenv());
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot start processes: %s. Install setsid and sh.".formatted(e.getMessage()), e);
    }
  }

  private void register() {
    long pid = ProcessHandle.current().pid();
    store.orchestrators().register(new OrchestratorRows.Orchestrator(id, pid), store.now());
  }

  private void start() {
    loopback.connect(
        agent::receive,
        message -> orchestrator.receive(message, loopback.agentLink()),
        frame -> logDesk.receive(local.id(), frame).ifPresent(loopback.agentLink()::send),
        this::broken);
    loop.start();
    duties.start();
    var execution = new ProcessExecution(local.workspace(), loopback.logLink(), agent::report);
    agent.start(new AgentSession(local.identity(), execution));
  }

  private void turn() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        orchestrator.step();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      broken(e);
    }
  }

  /// Ends the run with a failure: states or logs can no longer be stored.
  private void broken(Throwable fault) {
    if (!(fault instanceof StoreUnavailable || fault instanceof RunQuarantinedException)) {
      LOG.error("the run is stopped by an error", fault);
    }
    ended.completeExceptionally(
        fault instanceof UncheckedIOException io
            ? new StoreUnavailable(
                "%s: %s".formatted(io.getMessage(), FileErrorMessages.describe(cause(io))), io)
            : fault);
    agent.killJobs();
  }

  @SuppressWarnings("NullAway") // it is never without one
  private static IOException cause(UncheckedIOException problem) {
    return problem.getCause();
  }

  private final class Watch implements RunObserver {

    @Override
    public void committed(Change change) {
      LocalOrchestrator.this.changed(change);
    }

    /// Every run of this orchestrator is ours.
    @Override
    public void quarantined(RunId run, RuntimeException bug) {
      broken(new RunQuarantinedException(run, bug));
    }
  }

  private void changed(Change change) {
    logDesk.committed(change);
    observer.committed(change);
    if (settings.options().approvesAll()) {
      AutomaticApproval.newHolds(change).forEach(held -> approve(change.run().id(), held));
    }
    if (change.run().isOver() && change.run().id().equals(latest)) {
      next(change).ifPresentOrElse(again -> latest = again, () -> ended.complete(change.run()));
    }
  }

  /// The next attempt of the run, if the workflow's own `retry` makes one.
  private static Optional<RunId> next(Change change) {
    return change.effects().stream()
        .flatMap(effect -> effect instanceof StartRun start ? Stream.of(start.id()) : Stream.of())
        .findFirst();
  }

  /// Notices that another process has ended the run, for example to repair the store. What this
  /// process ends itself it observes at once, so the run must have ended at two looks.
  private void notice() {
    if (ended.isDone() || latest.value().isEmpty()) {
      return;
    }
    boolean hasEnded =
        store.queries().find(latest.value()).filter(run -> run.endedAt() != null).isPresent();
    if (hasEnded && hadEnded) {
      store.run(latest).ifPresent(ended::complete);
    }
    hadEnded = hasEnded;
  }

  /// Approves a held job, by its id, as the owner of the store.
  public void approve(String job) {
    held(job).ifPresent(held -> approve(latest, held));
  }

  /// Rejects a held job, by its id.
  public void reject(String job) {
    held(job).ifPresent(held -> review(latest, new RejectJob(held, Reviewer.storeOwner(me), "")));
  }

  private Optional<AttemptRef> held(String job) {
    return store.run(latest).flatMap(run -> run.job(job)).map(Job::ref);
  }

  private void approve(RunId run, AttemptRef held) {
    review(run, new ApproveJob(held, Reviewer.storeOwner(me)));
  }

  /// Submits a review. A failure of the store ends the run, which would otherwise wait for ever.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void review(RunId run, EngineCommand.Review review) {
    orchestrator
        .submit(run, review)
        .whenComplete((_, fault) -> {
          if (fault != null) {
            broken(fault);
          }
        });
  }

  /// Starts a run of `plan`, which was made for it.
  public void run(RunId run, Plan plan, String file, String event) {
    var origin =
        new Origin(store.nextRunNumber(), plan.workflow(), file, event, me, id, store.now());
    create(Run.created(run, origin), new StartPlanning(), new FinishPlanning(plan));
  }

  /// Starts another attempt of a run that has ended.
  ///
  /// @param run the id of the new attempt
  /// @throws EnvironmentException if the run cannot be run again
  public void rerun(RunId run, RunId before, RerunCreation.Selection wanted) {
    RerunCreation creation = new RerunCreation(store, new Engine(DEADLINES), ids);
    switch (creation.propose(run, store.run(before).orElseThrow(), wanted, me)) {
      case Proposal.Rejected(var refusal) -> throw new EnvironmentException(refusal.message());
      case Proposal.Ready(var made, var start, var planned) ->
          create(Run.created(run, made.origin().ownedBy(id)), start, planned);
    }
  }

  private void create(Run run, StartPlanning start, FinishPlanning planned) {
    latest = run.id();
    store.localOptions().put(run.origin().number(), settings.options().encoded());
    if (durable(orchestrator.create(run, start, planned))
        instanceof Decision.Refused(var refusal)) {
      throw new EnvironmentException("the run cannot start: " + refusal.message());
    }
  }

  /// Why the run and its jobs wait; nothing if the store cannot be read now.
  public WaitSummary explain(Run run) {
    try {
      var explainer = new StatusExplainer(DEADLINES, store, List.of(store.agent(local.id())));
      return WaitSummary.of(run, explainer, store.now());
    } catch (StoreUnavailable _) {
      return WaitSummary.EMPTY;
    }
  }

  /// Requests the cancellation of the run or of its latest retry, gracefully or forced. The result
  /// arrives as changes; a failure of the store is thrown by [#await].
  @SuppressWarnings("FutureReturnValueIgnored")
  public void cancel(boolean force) {
    orchestrator.submit(latest, new CancelRun(me, force, cancelReason(me, force)));
  }

  /// The reason of a cancellation that a person asked for.
  public static String cancelReason(Actor by, boolean force) {
    return (force ? "force-cancelled by " : "cancelled by ") + by.name();
  }

  /// Waits for the end of the run, or of its last retry.
  ///
  /// @throws StoreUnavailable if the store failed
  /// @throws RunQuarantinedException if the run cannot continue
  public Run await() {
    return durable(ended);
  }

  private static <T> T durable(CompletableFuture<T> reply) {
    try {
      return reply.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException problem ? problem : e;
    }
  }

  /// Stops everything in the reverse order of the start; no process or file of a job is left.
  @Override
  public void close() {
    try {
      duties.stop();
      if (!agent.awaitIdle(AGENT_STOPS)) {
        agent.killJobs();
      }
      loop.interrupt();
      loop.join();
      if (!ended.isCompletedExceptionally()) {
        orchestrator.discardDelivered();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      agent.close();
      loopback.close();
      reaper.close();
      DirectoryDeletion.delete(local.work());
      logs.close();
      lock.close();
      store.close();
    }
  }
}
