package dev.pawl.server.store.rows;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of agents. What they have now is read from the leases' own rows, which the same commits
/// write: a second record of it could only differ.
public final class AgentRows {

  private final SqlConnection sql;
  private final LeaseRows leases;

  public AgentRows(SqlConnection sql, LeaseRows leases) {
    this.sql = sql;
    this.leases = leases;
  }

  /// What its row says, but for its head.
  static @Nullable public Object[] values(Agent agent) {
    return new @Nullable Object[] {
      agent.key(),
      agent.name(),
      StoreCodec.encodeTexts(agent.labels()),
      agent.slots(),
      Machine.wireName(agent.availability()),
      agent.backoffUntil()
    };
  }

  public List<List<String>> labels() throws SQLException {
    return sql.statement(
            "SELECT DISTINCT labels FROM agent WHERE standing <> 'revoked' ORDER BY labels")
        .list(row -> StoreCodec.texts(row.getString(1)));
  }

  /// Its own row is read first. Leases that came since are of a later version, and what is decided
  /// by them does not get past the commit; if they were read before it, it would.
  public Optional<Agent> load(String id) throws SQLException {
    Optional<Agent> row =
        sql.statement(
                """
                SELECT name, labels, slots, standing, ask_again_at, version FROM agent WHERE id = :id
                """)
            .with("id", id)
            .first(found -> agent(id, found));
    return row.isEmpty() ? row : Optional.of(withLeases(row.get(), leases.of(id)));
  }

  private static Agent agent(String id, ResultSet row) throws SQLException {
    return new Agent(
        id,
        row.getString(1),
        StoreCodec.texts(row.getString(2)),
        row.getInt(3),
        Machine.ofWireName(Agent.Availability.class, row.getString(4)),
        List.of(),
        SqlConnection.instant(row, 5),
        row.getLong(6));
  }

  private static Agent withLeases(Agent agent, List<Agent.HeldLease> held) {
    return new Agent(
        agent.key(),
        agent.name(),
        agent.labels(),
        agent.slots(),
        agent.availability(),
        held,
        agent.backoffUntil(),
        agent.version());
  }
}
