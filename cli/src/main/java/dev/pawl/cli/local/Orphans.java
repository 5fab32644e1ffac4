package dev.pawl.cli.local;

import dev.pawl.agent.exec.Ward;
import dev.pawl.agent.exec.Workspace;
import dev.pawl.server.runtime.BrokenJournal;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.runtime.Interruption;
import dev.pawl.server.runtime.StoreFailure;
import dev.pawl.server.store.OrchestratorRows.Orchestrator;
import dev.pawl.server.store.SqliteStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/// Runs whose owner is gone: whoever comes by next ends them, and sweeps up what the owner left.
final class Orphans {

  private final Project project;
  private final SqliteStore store;

  Orphans(Project project, SqliteStore store) {
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
      throw new StoreFailure(
          "cannot write to %s: %s".formatted(project.owners(), Problems.meaning(e)), e);
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
    Ward.endAll(owner);
    Workspace.delete(project.work().resolve(owner));
  }

  private void end(Orchestrator owner) {
    sweepUpAfter(owner.id());
    var interruption = new Interruption(store, new Ids(InstantSource.system())::next);
    for (var run : store.orchestrators().openRunsOf(owner)) {
      try {
        interruption.end(
            run, "interrupted: process %d, which ran it, is gone".formatted(owner.pid()));
      } catch (BrokenJournal _) {
        // Nothing can be decided about it, and the others are to go on: `pawl doctor` names it.
      }
    }
  }
}
