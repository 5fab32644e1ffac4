package dev.pawl.cli.local;

import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.decision.RunInterruption;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.rows.OrchestratorRows.Orchestrator;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/// Ends the runs whose owner process has died, and removes the processes and files that it left.
final class OrphanedRuns {

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
      } catch (CorruptJournal _) {
        // A corrupt journal must not keep the others from ending; `pawl doctor` reports it.
      }
    }
  }
}
