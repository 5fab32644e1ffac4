package dev.pawl.server.store;

import java.sql.SQLException;
import java.util.Optional;

/// Where an aggregate stands in the store: its version, and the end of its journal.
///
/// @param seq how many transitions it has
/// @param hash that of its last entry
record Head(long version, long seq, String hash) {

  static final Head NEW = new Head(0, 0, HashChain.START);

  boolean isNew() {
    return version == 0;
  }

  Head at(long version) {
    return new Head(version, seq, hash);
  }

  /// The head of an aggregate; none if it was never written.
  static Optional<Head> of(Sql sql, JournalEntry.Of aggregate) throws SQLException {
    return sql.of(
            switch (aggregate.aggregateKind()) {
              case RUN -> "SELECT version, journal_seq, journal_hash FROM run WHERE id = :key";
              case GROUP ->
                  "SELECT version, journal_seq, journal_hash FROM concurrency_group WHERE key = :key";
              case BREAKER ->
                  "SELECT version, journal_seq, journal_hash FROM breaker WHERE tool = :key";
              case AGENT -> "SELECT version, journal_seq, journal_hash FROM agent WHERE id = :key";
            })
        .with("key", aggregate.key())
        .first(row -> new Head(row.getLong(1), row.getLong(2), row.getString(3)));
  }
}
