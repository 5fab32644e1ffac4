package dev.pawl.server.store.rows;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads circuit breakers.
public final class BreakerRows {

  private final SqlConnection sql;

  public BreakerRows(SqlConnection sql) {
    this.sql = sql;
  }

  /// The columns of its row, without its head.
  static @Nullable public Object[] values(Breaker breaker) {
    return new @Nullable Object[] {
      breaker.key(),
      Machine.wireName(breaker.state()),
      breaker.since(),
      breaker.failures(),
      breaker.successes(),
      breaker.probe().map(probe -> StoreCodec.encode(BreakerProbe.class, probe)).orElse(null),
      StoreCodec.encode(ToolProfile.class, stored(breaker.profile()))
    };
  }

  /// A configured profile is not stored: the file has it, and may change.
  private static ToolProfile stored(ToolProfile profile) {
    return profile.provenance() == ToolProfile.Provenance.CONFIGURATION
        ? ToolProfile.DEFAULT
        : profile;
  }

  public Optional<Breaker> load(String key) throws SQLException {
    return sql.statement(
            """
            SELECT key, state, since, failures, successes, probe, profile, version FROM breaker
            WHERE key = :key
            """)
        .with("key", key)
        .first(BreakerRows::breaker);
  }

  private static Breaker breaker(ResultSet row) throws SQLException {
    return new Breaker(
        row.getString("key"),
        Machine.ofWireName(BreakerState.class, row.getString("state")),
        SqlConnection.readOr(Instant.EPOCH, () -> SqlConnection.instant(row, "since")),
        StoreCodec.decode(ToolProfile.class, row.getString("profile")),
        row.getInt("failures"),
        row.getInt("successes"),
        Optional.ofNullable(row.getString("probe"))
            .map(probe -> StoreCodec.decode(BreakerProbe.class, probe)),
        row.getLong("version"));
  }
}
