package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Age;
import dev.pawl.server.runtime.Ready;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The queue of attempts that are ready, as it is read.
final class ReadyRows {

  private final Sql sql;

  ReadyRows(Sql sql) {
    this.sql = sql;
  }

  List<Ready> after(Age age, int most, Share share, Instant now) throws SQLException {
    var ready =
        sql.of(
            """
            SELECT run_id, job, attempt, repository, priority, runs_on, since
            FROM ready
            WHERE (since, run_id, job, attempt) > (:since, :run, :job, :attempt) AND %s
            ORDER BY since, run_id, job, attempt LIMIT :most
            """
                .formatted(share.condition("since")));
    return share
        .bind(ready, now)
        .with("since", age.since())
        .with("run", age.run().value())
        .with("job", age.attempt().job())
        .with("attempt", age.attempt().attempt())
        .with("most", most)
        .thoughtAnew()
        .list(ReadyRows::ready);
  }

  private static Ready ready(ResultSet row) throws SQLException {
    return new Ready(
        new RunId(row.getString(1)),
        new AttemptRef(row.getInt(2), row.getInt(3)),
        row.getString(4),
        row.getInt(5),
        Fields.list(Fields.read(row.getString(6)), JsonNode::asString),
        Sql.instant(row, 7));
  }
}
