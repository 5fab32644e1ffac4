package dev.pawl.server.store.rows;

import static dev.pawl.server.store.codec.JsonFields.duration;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.ifPresent;
import static dev.pawl.server.store.codec.JsonFields.list;
import static dev.pawl.server.store.codec.JsonFields.number;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.codec.AroundEventCodec;
import dev.pawl.server.store.codec.JsonFields;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The rows of circuit breakers.
public final class BreakerRows {

  private final SqlConnection sql;

  public BreakerRows(SqlConnection sql) {
    this.sql = sql;
  }

  /// What its row says, but for its head.
  static @Nullable public Object[] values(Breaker breaker) {
    return new @Nullable Object[] {
      breaker.key(),
      Machine.wireName(breaker.state()),
      breaker.since(),
      breaker.failures(),
      breaker.successes(),
      breaker.probe().map(AroundEventCodec::encode).map(JsonFields::write).orElse(null),
      encode(breaker.profile())
    };
  }

  private static String encode(ToolProfile profile) {
    var node =
        JsonFields.object()
            .put("failureThreshold", profile.failureThreshold())
            .put("cooldown", profile.cooldown().toString())
            .put("successThreshold", profile.successThreshold());
    JsonFields.putNumbers(node, "failureExitCodes", profile.failureExitCodes());
    JsonFields.putNumbers(node, "expectedExitCodes", profile.expectedExitCodes());
    node.put("retryOnFailure", profile.retryOnFailure()).put("maxRetries", profile.maxRetries());
    JsonFields.put(node, "healthCheck", profile.healthCheck());
    return JsonFields.write(node);
  }

  public Optional<Breaker> load(String tool) throws SQLException {
    return sql.statement(
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
        SqlConnection.instant(row, "since"),
        profile(JsonFields.read(row.getString("profile"))),
        row.getInt("failures"),
        row.getInt("successes"),
        Optional.ofNullable(row.getString("probe"))
            .map(JsonFields::read)
            .map(AroundEventCodec::probe),
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
