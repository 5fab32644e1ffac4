package dev.pawl.server.store.journal;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.codec.JsonFields;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.rows.BreakerRows;
import dev.pawl.server.store.rows.RunRows;
import java.sql.SQLException;
import java.util.Optional;

/// A point in an aggregate's journal, and how the aggregate was then.
///
/// @param seq how many transitions there were before
/// @param hash what the next entry is chained to
public record AggregateSnapshot(Aggregate aggregate, long seq, String hash) {

  /// Where a journal begins: when the aggregate was new; or, where the first part of a journal was
  /// pruned, as it stood there. What a run came from is in its row alone, and so is the profile of
  /// a tool.
  ///
  /// @throws BrokenJournal if nobody knows how it began
  public static AggregateSnapshot initial(SqlConnection sql, JournalEntry.AggregateKey of)
      throws SQLException {
    return switch (of.aggregateKind()) {
      case RUN -> empty(run(sql, new RunId(of.key())));
      case GROUP -> sealed(sql, of, Group.named(of.key()));
      case BREAKER -> sealed(sql, of, Breaker.of(of.key(), profile(sql, of.key())));
      case AGENT -> empty(Agent.unknown(of.key()));
    };
  }

  static AggregateSnapshot empty(Aggregate aggregate) {
    return new AggregateSnapshot(aggregate, 0, HashChain.START);
  }

  private static Run run(SqlConnection sql, RunId id) throws SQLException {
    return new RunRows(sql)
        .origin(id)
        .map(origin -> Run.created(id, origin))
        .orElseThrow(() -> new CorruptJournal("its row is gone, and with it how it began"));
  }

  private static ToolProfile profile(SqlConnection sql, String tool) throws SQLException {
    return new BreakerRows(sql).load(tool).map(Breaker::profile).orElse(ToolProfile.DEFAULT);
  }

  private static AggregateSnapshot sealed(
      SqlConnection sql, JournalEntry.AggregateKey of, Aggregate unmoved) throws SQLException {
    Optional<AggregateSnapshot> sealed =
        sql.statement(
                """
                SELECT journal_seq, journal_hash, stood FROM sealed
                WHERE aggregate = :kind AND aggregate_id = :key
                """)
            .with("kind", of.kind())
            .with("key", of.key())
            .first(row ->
                new AggregateSnapshot(
                    decoded(unmoved, row.getString(3)), row.getLong(1), row.getString(2)));
    return sealed.orElse(empty(unmoved));
  }

  /// Whether a journal can begin here again: nobody is in the group, or the breaker is closed and
  /// has counted nothing. Then a few numbers say how it stands.
  boolean isAtRest() {
    return switch (aggregate) {
      case Group group -> group.members().isEmpty();
      case Breaker breaker -> breaker.equals(breaker.in(BreakerState.CLOSED, breaker.since()));
      case Aggregate _ -> false;
    };
  }

  /// How it stands, as a row keeps it.
  public String encode() {
    var node = JsonFields.object().put("version", aggregate.version());
    switch (aggregate) {
      case Group group -> node.put("arrivals", group.arrivals());
      case Breaker breaker -> node.put("since", breaker.since().toString());
      case Aggregate other -> throw new IllegalStateException("never at rest: " + other);
    }
    return JsonFields.write(node);
  }

  private static Aggregate decoded(Aggregate unmoved, String stood) {
    var node = JsonFields.read(stood);
    long version = JsonFields.longNumber(node, "version");
    return switch (unmoved) {
      case Group(var key, var nobody, _, _) ->
          new Group(key, nobody, JsonFields.longNumber(node, "arrivals"), version);
      case Breaker(
              var tool,
              var closed,
              _,
              var profile,
              var failures,
              var successes,
              var probe,
              _) ->
          new Breaker(
              tool,
              closed,
              JsonFields.instant(node, "since"),
              profile,
              failures,
              successes,
              probe,
              version);
      case Aggregate other -> throw new IllegalStateException("never at rest: " + other);
    };
  }
}
