package dev.pawl.server.store.rows;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads agents. Their live leases are read from table `attempt`, which the same commits write: a
/// second copy could only differ.
public final class AgentRows {

  private final SqlConnection sql;
  private final LeaseRows leases;

  public AgentRows(SqlConnection sql, LeaseRows leases) {
    this.sql = sql;
    this.leases = leases;
  }

  /// The columns of its row, without its head.
  static @Nullable public Object[] values(Agent agent) {
    return new @Nullable Object[] {
      agent.key(),
      agent.org(),
      agent.name(),
      StoreCodec.encodeTexts(agent.labels()),
      agent.slots(),
      Machine.wireName(agent.availability()),
      agent.backoffUntil()
    };
  }

  public List<List<String>> labels(String org) throws SQLException {
    return sql.statement(
            """
            SELECT DISTINCT labels FROM agent WHERE org = :org AND standing <> 'revoked' ORDER BY labels
            """)
        .with("org", org)
        .list(row -> labels(row, 1));
  }

  /// The agents that are not revoked, in the order of their ids; at most so many.
  public List<Agent> usable(int most) throws SQLException {
    List<String> ids =
        sql.statement("SELECT id FROM agent WHERE standing <> 'revoked' ORDER BY id LIMIT :most")
            .with("most", most)
            .list(row -> row.getString(1));
    List<Agent> agents = new ArrayList<>();
    for (String id : ids) {
      load(id).ifPresent(agents::add);
    }
    return agents;
  }

  /// Reads the agent's own row first. A lease that is granted in between belongs to a later
  /// version, so a decision by both fails at its commit; in the other order it would pass.
  public Optional<Agent> load(String id) throws SQLException {
    Optional<Agent> row =
        sql.statement(
                """
                SELECT org, name, labels, slots, standing, ask_again_at, version FROM agent WHERE id = :id
                """)
            .with("id", id)
            .first(found -> agent(id, found));
    return row.isEmpty() ? row : Optional.of(withLeases(row.get(), leases.of(id)));
  }

  /// The agent says its labels again when it registers.
  private static List<String> labels(ResultSet row, int column) throws SQLException {
    return SqlConnection.readOr(List.of(), () -> StoreCodec.texts(row.getString(column)));
  }

  private static Agent agent(String id, ResultSet row) throws SQLException {
    return new Agent(
        id,
        row.getString(1),
        row.getString(2),
        labels(row, 3),
        SqlConnection.readOr(0, () -> row.getInt(4)),
        Machine.ofWireName(Agent.Availability.class, row.getString(5)),
        List.of(),
        SqlConnection.readOr(Instant.EPOCH, () -> SqlConnection.instant(row, 6)),
        row.getLong(7));
  }

  private static Agent withLeases(Agent agent, List<Agent.HeldLease> held) {
    return new Agent(
        agent.key(),
        agent.org(),
        agent.name(),
        agent.labels(),
        agent.slots(),
        agent.availability(),
        held,
        agent.backoffUntil(),
        agent.version());
  }
}
