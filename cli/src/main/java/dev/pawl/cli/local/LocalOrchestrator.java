package dev.pawl.cli.local;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.exec.ProcessExecution;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.console.ErrorExit;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.LeaseIds;
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
  private final SqliteStore store;
  private final OwnerLock lock;
  private final LogStore logs;
  private final LogReceiver logDesk;
  private final ProcessReaper reaper;
  private final LocalAgent local;
  private final Orchestrator orchestrator;
  private final AgentLoop agent = new AgentLoop(this::linkToServer, this::broken);
  private final LoopbackConnection loopback;
  private final RunObserver observer;
  private final Thread loop;
  private final OwnerDuties duties;
  private final OwnedRun run;

  public LocalOrchestrator(
      Project project, LocalRunSettings settings, Actor me, RunObserver observer) {
    ErrorExit.coverExceptions();
    this.observer = observer;
    this.store = project.openStore(id);
    this.lock = OwnerLock.take(project.owners(), id);
    this.logs = new LogStore(project.logs(), settings.options().logLimits());
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
            OrchestratorPorts.observedBy(new Watch())
                .withSecrets((_, _) -> settings.secrets())
                .withTools(settings.tools()));
    this.loopback =
        new LoopbackConnection(
            agent, orchestrator, frame -> logDesk.receive(local.id(), frame), this::broken);
    this.loop = Thread.ofPlatform().name("orchestrator").unstarted(this::turn);
    this.run = new OwnedRun(new OwnedRun.Owner(id, local.id(), me), store, orchestrator, settings);
    this.duties = new OwnerDuties(project, store, id, orchestrator, run::notice, this::broken);
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
    loopback.start();
    loop.start();
    duties.start();
    var execution = new ProcessExecution(local.workspace(), loopback.logLink(), agent::report);
    agent.start(new AgentSession(local.identity(), execution));
  }

  private ServerLink linkToServer() {
    return loopback.serverLink();
  }

  private void turn() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        orchestrator.step();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      broken(e);
      orchestrator.abort(String.valueOf(e.getMessage())); // else a later request waits for ever
    }
  }

  /// Ends the run with a failure: states or logs can no longer be stored.
  private void broken(Throwable fault) {
    if (!(fault instanceof StoreUnavailable || fault instanceof RunQuarantinedException)) {
      LOG.error("the run is stopped by an error", fault);
    }
    run.fail(
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
    run.changed(change);
  }

  /// The run that this process executes.
  public OwnedRun run() {
    return run;
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
      if (!run.hasFailed()) {
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
