package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Owner;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Loads a run by replaying its journal: what a restart finds is what was committed, by the same
/// code that made it.
final class RunLoader {

  private record Entry(Instant at, String transitions) {}

  private record Renewal(LeaseRef lease, Instant at) {}

  private final Sql sql;

  RunLoader(Sql sql) {
    this.sql = sql;
  }

  Optional<Run> load(RunId id) throws SQLException {
    Optional<Origin> origin =
        sql.of(
                """
                SELECT number, workflow, file, event, started_by, owner, created_at
                FROM run WHERE id = :id
                """)
            .with("id", id.value())
            .first(RunLoader::origin);
    if (origin.isEmpty()) {
      return Optional.empty();
    }
    Optional<Plan> plan = plan(id);
    var entries =
        sql.of(
                """
                SELECT at, transitions FROM journal
                WHERE aggregate = 'run' AND aggregate_id = :id ORDER BY seq
                """)
            .with("id", id.value())
            .list(row -> new Entry(Instant.parse(row.getString(1)), row.getString(2)));
    Run run = Run.created(id, origin.get());
    for (Entry entry : entries) {
      var events = JournalCodec.decode(entry.transitions(), plan::orElseThrow);
      run = Apply.replay(run, events, entry.at());
    }
    return Optional.of(withRenewals(run));
  }

  /// Heartbeats are in no journal: how alive a lease is, its row tells.
  private Run withRenewals(Run run) throws SQLException {
    Run renewed = run;
    for (Renewal renewal : renewals(run.id())) {
      renewed = Apply.apply(renewed, new LeaseRenewed(renewal.lease()), renewal.at());
    }
    return renewed;
  }

  private List<Renewal> renewals(RunId id) throws SQLException {
    return sql.of(
            """
            SELECT job, attempt, lease, renewed_at FROM lease
            WHERE run_id = :id AND ended_at IS NULL
            """)
        .with("id", id.value())
        .list(row ->
            new Renewal(
                new LeaseRef(new AttemptRef(row.getInt(1), row.getInt(2)), row.getInt(3)),
                Instant.parse(row.getString(4))));
  }

  private Optional<Plan> plan(RunId id) throws SQLException {
    return sql.of("SELECT body FROM plan WHERE run_id = :id")
        .with("id", id.value())
        .first(row -> PlanCodec.decode(row.getString(1)));
  }

  private static Origin origin(ResultSet row) throws SQLException {
    return new Origin(
        row.getLong("number"),
        row.getString("workflow"),
        row.getString("file"),
        row.getString("event"),
        actor(row.getString("started_by")),
        row.getString("owner"),
        Instant.parse(row.getString("created_at")));
  }

  private static Actor actor(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    return new Actor(
        Machine.ofWireName(Owner.class, kind), colon < 0 ? "" : text.substring(colon + 1));
  }
}
