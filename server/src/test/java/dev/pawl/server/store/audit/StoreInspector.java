package dev.pawl.server.store.audit;

import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.journal.JournalRows;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.TableReader;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Checks a whole store in tests, independently of [Audit]: hash chains, rows against replayed
/// journals, transitions against their machines, and leftovers of ended runs.
public final class StoreInspector {

  private static final int LONGEST = 600;

  private final SqlStore store;
  private final TableReader rows;

  public StoreInspector(SqlStore store, Connection connection) {
    this.store = store;
    this.rows = new TableReader(connection);
  }

  /// The problems of the database at that address.
  public static List<String> inspect(String url) throws SQLException {
    try (var store = PostgresStore.open(url);
        Connection connection = DriverManager.getConnection(url)) {
      return new StoreInspector(store, connection).problems();
    }
  }

  /// The problems of the SQLite file, which nobody may write to in the meantime.
  public static List<String> inspect(Path file) throws SQLException {
    try (var store = SqliteStore.open(file, InstantSource.system(), "");
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      return new StoreInspector(store, connection).problems();
    }
  }

  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    chains(problems);
    runs(problems);
    groups(problems);
    transitions(problems);
    return problems;
  }

  private void chains(List<String> problems) {
    for (String one : rows.query("SELECT DISTINCT aggregate, aggregate_id FROM journal")) {
      String[] parts = one.split("\\|", 2);
      var of = new AggregateKey(Machine.ofWireName(Aggregate.Kind.class, parts[0]), parts[1]);
      store
          .database()
          .read(sql -> new JournalRows(sql).firstBroken(of))
          .ifPresent(seq -> problems.add("the chain of %s is broken at %d".formatted(of, seq)));
    }
  }

  private void runs(List<String> problems) {
    for (String id : rows.query("SELECT id FROM run")) {
      try {
        rows.assertMatches(store.run(new RunId(id)).orElseThrow());
      } catch (AssertionError e) {
        String message = String.valueOf(e.getMessage());
        problems.add(
            "the rows of run %s are not what its journal says: %s"
                .formatted(id, message.substring(0, Math.min(LONGEST, message.length()))));
      }
    }
  }

  private void groups(List<String> problems) {
    for (String key : rows.query("SELECT key FROM concurrency_group")) {
      var replayed = store.database().read(sql -> new JournalRows(sql).replay(Group.named(key)));
      if (!replayed.equals(store.group(key))) {
        problems.add("the rows of group %s are not what its journal says".formatted(key));
      }
    }
  }

  private void transitions(List<String> problems) {
    rows
        .query(
            """
            SELECT DISTINCT machine, "from", event, "to" FROM transition WHERE machine <> 'fact'
            """)
        .stream()
        .filter(line -> !isLegal(line))
        .forEach(line -> problems.add("not in its table: " + line));
    rows.query(
            """
            SELECT aggregate_id, machine, entity, seq, "from", before FROM (
              SELECT transition.*,
                     lag("to") OVER (PARTITION BY aggregate_id, machine, entity ORDER BY seq) AS before
              FROM transition WHERE machine <> 'fact') AS line
            WHERE before <> "from"
            """)
        .forEach(line -> problems.add("not from where it was: " + line));
  }

  private static boolean isLegal(String line) {
    String[] words = line.split("\\|", -1);
    return Lifecycles.named(words[0])
        .filter(machine -> hasRow(machine, words[1], words[2], words[3]))
        .isPresent();
  }

  private static boolean hasRow(Machine<?, ?> machine, String from, String event, String to) {
    return machine.rows().stream()
        .anyMatch(row ->
            Machine.wireName(row.from()).equals(from)
                && row.event().name().equals(event)
                && Machine.wireName(row.to()).equals(to));
  }
}
