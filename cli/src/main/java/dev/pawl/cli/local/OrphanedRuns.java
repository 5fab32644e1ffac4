package dev.pawl.cli.local;

import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.decision.RunInterruption;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.rows.OrchestratorRows.Orchestrator;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/// Runs whose owner is gone: whoever comes by next ends them, and sweeps up what the owner left.
final class OrphanedRuns {

  private final Project project;
  private final SqliteStore store;

  OrphanedRuns(Project project, SqliteStore store) {
    this.project = project;
    this.store = store;
  }

  void end() {
    try {
      for (Orchestrator owner : store.orchestrators().withOpenRuns()) {
        Optional<OwnerLock> lock = OwnerLock.tryTake(project.owners(), owner.id());
        if (lock.isPresent()) {
          try (OwnerLock _ = lock.get()) {
            end(owner);
          }
        }
      }
      sweepUp();
    } catch (IOException e) {
      throw new StoreUnavailable(
          "cannot write to %s: %s".formatted(project.owners(), FileErrorMessages.describe(e)), e);
    }
  }

  /// An owner may also have died before it had a run, or after its run had ended.
  private void sweepUp() throws IOException {
    for (String owner : OwnerLock.owners(project.owners())) {
      Optional<OwnerLock> lock = OwnerLock.tryTakeExisting(project.owners(), owner);
      if (lock.isPresent()) {
        try (OwnerLock _ = lock.get()) {
          sweepUpAfter(owner);
        }
      }
    }
  }

  private void sweepUpAfter(String owner) {
    ProcessReaper.killAll(owner);
    DirectoryDeletion.delete(project.work().resolve(owner));
  }

  private void end(Orchestrator owner) {
    sweepUpAfter(owner.id());
    var interruption = new RunInterruption(store, new IdGenerator(InstantSource.system())::next);
    for (var run : store.orchestrators().openRunsOf(owner)) {
      try {
        interruption.end(
            run, "interrupted: process %d, which ran it, is gone".formatted(owner.pid()));
      } catch (CorruptJournal _) {
        // Nothing can be decided about it, and the others are to go on: `pawl doctor` names it.
      }
    }
  }
}
