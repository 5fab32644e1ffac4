package dev.pawl.server.store;

import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.sql.SQLException;
import java.util.Optional;

/// Loads a run by replaying its journal: what a restart finds is what was committed, by the same
/// code that made it.
final class RunLoader {

  private final Sql sql;

  RunLoader(Sql sql) {
    this.sql = sql;
  }

  Optional<Run> load(RunId id) throws SQLException {
    Optional<Origin> origin = new RunRows(sql).origin(id);
    if (origin.isEmpty()) {
      return Optional.empty();
    }
    var replayed = new JournalRows(sql).replayed(Run.created(id, origin.get()));
    return Optional.of(withRenewals((Run) replayed));
  }

  /// Heartbeats are in no journal: how alive a lease is, its row tells.
  private Run withRenewals(Run run) throws SQLException {
    Run renewed = run;
    for (var renewal : new LeaseRows(sql).renewals(run.id())) {
      renewed = Apply.apply(renewed, new LeaseRenewed(renewal.lease()), renewal.at());
    }
    return renewed;
  }
}
