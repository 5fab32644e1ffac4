package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.lifecycle.Machine;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

  void write(Agent agent, Head head) throws SQLException {
    var labels = Fields.array();
    agent.labels().forEach(labels::add);
    sql.of(
            """
            INSERT INTO agent (id, name, labels, slots, standing, ask_again_at, version, journal_seq, journal_hash)
            VALUES (:id, :name, :labels, :slots, :standing, :askAgainAt, :version, :seq, :hash)
            ON CONFLICT (id) DO UPDATE SET
              name = :name, labels = :labels, slots = :slots, standing = :standing, ask_again_at = :askAgainAt,
              version = :version, journal_seq = :seq, journal_hash = :hash
            """)
        .with("id", agent.key())
        .with("name", agent.name())
        .with("labels", Fields.write(labels))
        .with("slots", agent.slots())
        .with("standing", Machine.wireName(agent.standing()))
        .with("askAgainAt", agent.askAgainAt())
        .with("version", agent.version())
        .with("seq", head.seq())
        .with("hash", head.hash())
        .update();
  }

  List<List<String>> labels() throws SQLException {
    return sql.of("SELECT DISTINCT labels FROM agent WHERE standing <> 'revoked' ORDER BY labels")
        .list(row -> Fields.list(Fields.read(row.getString(1)), JsonNode::asString));
  }

  Optional<Agent> load(String id) throws SQLException {
    List<Agent.Holding> held = leases.of(id);
    return sql.of(
            """
            SELECT name, labels, slots, standing, ask_again_at, version FROM agent WHERE id = :id
            """)
        .with("id", id)
        .first(row ->
            new Agent(
                id,
                row.getString(1),
                Fields.list(Fields.read(row.getString(2)), JsonNode::asString),
                row.getInt(3),
                Machine.ofWireName(Agent.Standing.class, row.getString(4)),
                held,
                Instant.parse(row.getString(5)),
                row.getLong(6)));
  }
}
