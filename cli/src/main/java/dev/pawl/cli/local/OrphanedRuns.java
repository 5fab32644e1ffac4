package dev.pawl.cli.local;

import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.decision.DirectCommand;
import dev.pawl.server.decision.RunInterruption;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.rows.OrchestratorRows.Orchestrator;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends the runs whose owner process has died, and removes the processes and files that it left.
final class OrphanedRuns {

  private static final Logger LOG = LoggerFactory.getLogger(OrphanedRuns.class);

  private final Project project;
  private final SqliteStore store;
  private final String self;

  /// @param self the owner in this process, which is alive: even to look at its own lock would
  ///   release it
  OrphanedRuns(Project project, SqliteStore store, String self) {
    this.project = project;
    this.store = store;
    this.self = self;
  }

  void end() {
    try {
      for (Orchestrator owner : store.orchestrators().withOpenRuns()) {
        Optional<OwnerLock> lock =
            owner.id().equals(self)
                ? Optional.empty()
                : OwnerLock.tryTake(project.owners(), owner.id());
        if (lock.isPresent()) {
          try (OwnerLock _ = lock.get()) {
            end(owner);
          }
        }
      }
      cleanUpOwners();
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write to '%s': %s".formatted(project.owners(), FileErrorMessages.describe(e)), e);
    }
  }

  /// Cleans up after owners that died before they had a run, or after its end.
  private void cleanUpOwners() throws IOException {
    for (String owner : OwnerLock.owners(project.owners())) {
      Optional<OwnerLock> lock =
          owner.equals(self)
              ? Optional.empty()
              : OwnerLock.tryTakeExisting(project.owners(), owner);
      if (lock.isPresent()) {
        try (OwnerLock _ = lock.get()) {
          cleanUpAfter(owner);
        }
      }
    }
  }

  private void cleanUpAfter(String owner) {
    ProcessReaper.killAll(owner);
    DirectoryDeletion.delete(project.work().resolve(owner));
  }

  private void end(Orchestrator owner) {
    cleanUpAfter(owner.id());
    var interruption = new RunInterruption(store, new IdGenerator(InstantSource.system())::next);
    for (var run : store.orchestrators().openRunsOf(owner)) {
      try {
        interruption.end(
            run, "interrupted: process %d, which ran it, has died".formatted(owner.pid()));
      } catch (StoreUnavailable | CommitConflict | CommitOutcomeUnknown e) {
        throw e;
      } catch (RuntimeException e) {
        // It must not keep the others from ending; `pawl doctor` reports it.
        LOG.atError().addKeyValue("run", run).setCause(e).log("run quarantined");
        store.quarantine(
            new QuarantinedRun(run, String.valueOf(e.getMessage()), store.now(), self));
      }
    }
  }

  /// Ends an open run by force, whatever is wrong with it; empty if its process is alive.
  Optional<Decision> cancel(Orchestrator owner, RunId run, CancelRun cancel) {
    try {
      Optional<OwnerLock> lock = OwnerLock.tryTake(project.owners(), owner.id());
      if (lock.isEmpty()) {
        return Optional.empty();
      }
      try (OwnerLock _ = lock.get()) {
        cleanUpAfter(owner.id());
        var ids = new IdGenerator(InstantSource.system());
        var engine = new Engine(LocalOrchestrator.DEADLINES);
        Decision decision = new DirectCommand(store, engine, ids::next).end(run, cancel);
        store.discardUndeliverable(run); // its agent has died, too
        return Optional.of(decision);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write to '%s': %s".formatted(project.owners(), FileErrorMessages.describe(e)), e);
    }
  }
}
