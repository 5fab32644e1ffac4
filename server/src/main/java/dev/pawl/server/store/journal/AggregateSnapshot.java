package dev.pawl.server.store.journal;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.rows.BreakerRows;
import dev.pawl.server.store.rows.RunRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// An aggregate at one position of its journal.
///
/// @param seq sequence number of the last transition before it
/// @param hash hash of the entry before it, which the next entry is chained to
public record AggregateSnapshot(Aggregate aggregate, long seq, String hash) {

  /// The snapshot at which the journal begins: the new aggregate, or, if the first part of the
  /// journal was pruned, the snapshot that pruning left. The origin of a run and the profile of a
  /// tool are in no journal; they are read from their rows.
  ///
  /// @throws CorruptJournal if the row that has the origin is missing
  public static AggregateSnapshot initial(SqlConnection sql, AggregateKey key) throws SQLException {
    return switch (key.kind()) {
      case RUN -> empty(run(sql, new RunId(key.key())));
      case GROUP -> prunedOr(sql, key, Group.named(key.key()));
      case BREAKER -> prunedOr(sql, key, Breaker.of(key.key(), profile(sql, key.key())));
      case AGENT -> empty(Agent.unknown(key.key()));
    };
  }

  static AggregateSnapshot empty(Aggregate aggregate) {
    return new AggregateSnapshot(aggregate, 0, HashChain.START);
  }

  private static Run run(SqlConnection sql, RunId id) throws SQLException {
    return new RunRows(sql)
        .readableOrigin(id)
        .map(origin -> Run.created(id, origin))
        .orElseThrow(() -> new CorruptJournal("the run has a journal, but no row with its origin"));
  }

  private static ToolProfile profile(SqlConnection sql, String breaker) throws SQLException {
    return new BreakerRows(sql).load(breaker).map(Breaker::profile).orElse(ToolProfile.DEFAULT);
  }

  private static AggregateSnapshot prunedOr(SqlConnection sql, AggregateKey key, Aggregate unmoved)
      throws SQLException {
    Optional<AggregateSnapshot> pruned =
        sql.statement(
                """
                SELECT journal_seq, journal_hash, snapshot FROM pruned
                WHERE aggregate = :kind AND aggregate_id = :key
                """)
            .with("kind", key.kindName())
            .with("key", key.key())
            .first(row ->
                new AggregateSnapshot(
                    decode(unmoved, row.getString(3)), row.getLong(1), row.getString(2)));
    return pruned.orElse(empty(unmoved));
  }

  /// Whether the journal may be pruned up to here: the group has no members, or the breaker is
  /// closed and has counted no failures. Then a few numbers are the whole state.
  boolean isAtRest() {
    return switch (aggregate) {
      case Group group -> group.members().isEmpty();
      case Breaker breaker -> breaker.equals(breaker.in(BreakerState.CLOSED, breaker.since()));
      case Aggregate _ -> false;
    };
  }

  /// The state of an aggregate at rest, for table `pruned`.
  ///
  /// @param arrivals a group's count of arrivals
  /// @param since since when a breaker is closed
  public record RestState(long version, Optional<Long> arrivals, Optional<Instant> since) {}

  /// The state of an aggregate at rest as JSON.
  public String encode() {
    var state =
        switch (aggregate) {
          case Group group ->
              new RestState(group.version(), Optional.of(group.arrivals()), Optional.empty());
          case Breaker breaker ->
              new RestState(breaker.version(), Optional.empty(), Optional.of(breaker.since()));
          case Aggregate other ->
              throw new IllegalStateException("no snapshots of this kind: " + other);
        };
    return StoreCodec.encode(RestState.class, state);
  }

  private static Aggregate decode(Aggregate unmoved, String snapshot) {
    RestState state = StoreCodec.decode(RestState.class, snapshot);
    return switch (unmoved) {
      case Group(var key, var noMembers, _, _) ->
          new Group(key, noMembers, state.arrivals().orElseThrow(), state.version());
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
              state.since().orElseThrow(),
              profile,
              failures,
              successes,
              probe,
              state.version());
      case Aggregate other ->
          throw new IllegalStateException("no snapshots of this kind: " + other);
    };
  }
}
