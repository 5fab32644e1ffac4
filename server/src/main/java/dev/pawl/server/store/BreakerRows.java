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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The rows of circuit breakers.
final class BreakerRows {

  private final Sql sql;

  BreakerRows(Sql sql) {
    this.sql = sql;
  }

  /// What its row says, but for its head.
  static @Nullable Object[] values(Breaker breaker) {
    return new @Nullable Object[] {
      breaker.key(),
      Machine.wireName(breaker.state()),
      breaker.since(),
      breaker.failures(),
      breaker.successes(),
      breaker.probe().map(AroundEventCodec::encode).map(Fields::write).orElse(null),
      encode(breaker.profile())
    };
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
        Sql.instant(row, "since"),
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
