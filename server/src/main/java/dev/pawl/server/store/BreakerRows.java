package dev.pawl.server.store;

import static dev.pawl.server.store.Fields.duration;
import static dev.pawl.server.store.Fields.flag;
import static dev.pawl.server.store.Fields.ifPresent;
import static dev.pawl.server.store.Fields.list;
import static dev.pawl.server.store.Fields.number;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Machine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The rows of circuit breakers.
final class BreakerRows {

  private final Sql sql;

  BreakerRows(Sql sql) {
    this.sql = sql;
  }

  void write(Breaker breaker, Head head) throws SQLException {
    sql.of(
            """
            INSERT INTO breaker (tool, state, since, failures, successes, probe, profile, version, journal_seq, journal_hash)
            VALUES (:tool, :state, :since, :failures, :successes, :probe, :profile, :version, :seq, :hash)
            ON CONFLICT (tool) DO UPDATE SET
              state = :state, since = :since, failures = :failures, successes = :successes, probe = :probe,
              profile = :profile, version = :version, journal_seq = :seq, journal_hash = :hash
            """)
        .with("tool", breaker.key())
        .with("state", Machine.wireName(breaker.state()))
        .with("since", breaker.since())
        .with("failures", breaker.failures())
        .with("successes", breaker.successes())
        .with(
            "probe", breaker.probe().map(AroundEventCodec::encode).map(Fields::write).orElse(null))
        .with("profile", encode(breaker.profile()))
        .with("version", breaker.version())
        .with("seq", head.seq())
        .with("hash", head.hash())
        .update();
  }

  private static String encode(ToolProfile profile) {
    var node =
        Fields.object()
            .put("failureThreshold", profile.failureThreshold())
            .put("cooldown", profile.cooldown().toString())
            .put("successThreshold", profile.successThreshold());
    Fields.putNumbers(node, "failureExitCodes", profile.failureExitCodes());
    Fields.putNumbers(node, "expectedExitCodes", profile.expectedExitCodes());
    node.put("retryOnFailure", profile.retryOnFailure()).put("maxRetries", profile.maxRetries());
    Fields.put(node, "healthCheck", profile.healthCheck());
    return Fields.write(node);
  }

  Optional<Breaker> load(String tool) throws SQLException {
    return sql.of(
            """
            SELECT tool, state, since, failures, successes, probe, profile, version FROM breaker
            WHERE tool = :tool
            """)
        .with("tool", tool)
        .first(BreakerRows::breaker);
  }

  private static Breaker breaker(ResultSet row) throws SQLException {
    return new Breaker(
        row.getString("tool"),
        Machine.ofWireName(BreakerState.class, row.getString("state")),
        Instant.parse(row.getString("since")),
        profile(Fields.read(row.getString("profile"))),
        row.getInt("failures"),
        row.getInt("successes"),
        Optional.ofNullable(row.getString("probe")).map(Fields::read).map(AroundEventCodec::probe),
        row.getLong("version"));
  }

  private static ToolProfile profile(JsonNode node) {
    return new ToolProfile(
        number(node, "failureThreshold"),
        duration(node, "cooldown"),
        number(node, "successThreshold"),
        list(node, "failureExitCodes", JsonNode::asInt),
        list(node, "expectedExitCodes", JsonNode::asInt),
        flag(node, "retryOnFailure"),
        number(node, "maxRetries"),
        ifPresent(node, "healthCheck", JsonNode::asString));
  }
}
