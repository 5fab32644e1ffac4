package dev.pawl.server.store;

import java.sql.SQLException;
import java.util.Optional;

/// Walks an aggregate's journal and finds where it was tampered with: a hash that does not follow
/// from the one before, a gap, or an end that the aggregate's row does not know.
final class JournalCheck {

  private final Sql sql;

  JournalCheck(Sql sql) {
    this.sql = sql;
  }

  Optional<Long> firstBroken(JournalEntry.Of aggregate) throws SQLException {
    String before = HashChain.START;
    long next = 1;
    for (var stored : new JournalRows(sql).of(aggregate)) {
      JournalEntry entry = stored.entry();
      String hash = HashChain.next(before, entry);
      if (entry.seq() != next || !stored.hash().equals(hash)) {
        return Optional.of(entry.seq());
      }
      before = hash;
      next = entry.seq() + Fields.read(entry.transitions()).size();
    }
    Head head = Head.of(sql, aggregate).orElse(Head.NEW);
    return head.seq() == next - 1 && head.hash().equals(before)
        ? Optional.empty()
        : Optional.of(next);
  }
}
