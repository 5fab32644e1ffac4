package dev.pawl.cli.view;

import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.core.agent.Agent;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.util.List;
import java.util.Optional;

/// Explains why runs of this project wait, from a store of its own that is opened at the first
/// question. Used by one thread at a time.
public final class LocalWaits implements AutoCloseable {

  private final Project project;
  private Optional<SqliteStore> store = Optional.empty();

  public LocalWaits(Project project) {
    this.project = project;
  }

  /// The reasons; none if the store cannot be read now.
  public WaitSummary explain(Run run) {
    try {
      store = store.or(project::openForReading);
      return store.map(open -> explain(run, open)).orElse(WaitSummary.EMPTY);
    } catch (StoreUnavailable _) {
      return WaitSummary.EMPTY;
    }
  }

  private static WaitSummary explain(Run run, SqliteStore open) {
    // Whether an agent is free changes too fast to be shown.
    List<Agent> agents =
        open.agentLabels().stream()
            .map(labels -> Agent.unknown("local").registered("local", labels, Integer.MAX_VALUE))
            .toList();
    var explainer = new StatusExplainer(LocalOrchestrator.DEADLINES, open, agents);
    return WaitSummary.of(run, explainer, open.now());
  }

  @Override
  public void close() {
    store.ifPresent(SqliteStore::close);
  }
}
