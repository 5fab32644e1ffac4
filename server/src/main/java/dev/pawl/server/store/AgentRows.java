package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.lifecycle.Machine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The rows of agents. What they have now is read from the leases' own rows, which the same commits
/// write: a second record of it could only differ.
final class AgentRows {

  private final Sql sql;
  private final LeaseRows leases;

  AgentRows(Sql sql, LeaseRows leases) {
    this.sql = sql;
    this.leases = leases;
  }

  /// What its row says, but for its head.
  static @Nullable Object[] values(Agent agent) {
    return new @Nullable Object[] {
      agent.key(),
      agent.name(),
      Fields.write(agent.labels()),
      agent.slots(),
      Machine.wireName(agent.standing()),
      agent.askAgainAt()
    };
  }

  List<List<String>> labels() throws SQLException {
    return sql.of("SELECT DISTINCT labels FROM agent WHERE standing <> 'revoked' ORDER BY labels")
        .list(row -> Fields.list(Fields.read(row.getString(1)), JsonNode::asString));
  }

  /// Its own row is read first. Leases that came since are of a later version, and what is decided
  /// by them does not get past the commit; if they were read before it, it would.
  Optional<Agent> load(String id) throws SQLException {
    Optional<Agent> row =
        sql.of(
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
        Fields.list(Fields.read(row.getString(2)), JsonNode::asString),
        row.getInt(3),
        Machine.ofWireName(Agent.Standing.class, row.getString(4)),
        List.of(),
        Sql.instant(row, 5),
        row.getLong(6));
  }

  private static Agent withLeases(Agent agent, List<Agent.Holding> held) {
    return new Agent(
        agent.key(),
        agent.name(),
        agent.labels(),
        agent.slots(),
        agent.standing(),
        held,
        agent.askAgainAt(),
        agent.version());
  }
}
