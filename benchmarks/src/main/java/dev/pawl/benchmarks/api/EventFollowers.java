package dev.pawl.benchmarks.api;

import dev.pawl.benchmarks.api.ApiMeasurement.EventFigures;
import dev.pawl.benchmarks.measure.LatencyStats;
import dev.pawl.benchmarks.pawl.FixedRateTask;
import dev.pawl.benchmarks.pawl.GraphPlans;
import dev.pawl.benchmarks.pawl.PawlSystem;
import dev.pawl.server.store.Change;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Follows the live events of an org many times over while jobs run, and compares what each
/// follower got with the journal.
final class EventFollowers {

  static final int FOLLOWERS = 200;
  static final int JOBS_PER_SECOND = 100;

  private static final Duration SETTLED = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String url;
  private final Map<String, Long> commits = new ConcurrentHashMap<>();

  EventFollowers(String url) {
    this.url = url;
  }

  /// Notes when a change was committed.
  void committed(Change change) {
    commits.put(key(change.run().id().value(), change.run().version()), System.nanoTime());
  }

  private static String key(String run, long version) {
    return run + " " + version;
  }

  EventFigures measure(PawlSystem system, ApiClient client, Duration measured)
      throws IOException, SQLException, InterruptedException {
    long begin = lastPosition();
    var connected = new CountDownLatch(FOLLOWERS);
    List<EventReader> readers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int follower = 0; follower < FOLLOWERS; follower++) {
      EventReader reader = client.events();
      readers.add(reader);
      threads.add(Thread.ofVirtual().start(() -> follow(reader, connected)));
    }
    if (!connected.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("%d followers not connected".formatted(connected.getCount()));
    }
    commits.clear();
    try (var _ = new FixedRateTask(JOBS_PER_SECOND, () -> system.trigger(GraphPlans.chain(1)))) {
      Thread.sleep(measured);
    }
    Thread.sleep(SETTLED);
    for (EventReader reader : readers) {
      reader.close();
    }
    for (Thread thread : threads) {
      thread.join(PATIENCE);
    }
    return compared(journal(begin), readers);
  }

  private static void follow(EventReader reader, CountDownLatch connected) {
    try {
      reader.read(connected::countDown);
    } catch (IOException _) {
      // The end of the measurement.
    }
  }

  /// The ids of the events that the journal has after a position, in order, with the key of their
  /// commit.
  private Map<Long, String> journal(long after) throws SQLException {
    Map<Long, String> events = new LinkedHashMap<>();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                """
                SELECT %1$s, journal.aggregate_id, journal.version, machine
                FROM journal JOIN transition ON transition.aggregate = journal.aggregate
                  AND transition.aggregate_id = journal.aggregate_id AND transition.entry = journal.seq
                WHERE %2$s > '%3$d' AND journal.aggregate = 'run'
                ORDER BY %2$s, journal.aggregate_id, journal.seq, transition.seq
                """
                    .formatted(shown(), position(), after))) {
      long last = -1;
      int index = 0;
      while (row.next()) {
        index = row.getLong(1) == last ? index : 0;
        last = row.getLong(1);
        if (Set.of("run", "attempt", "step").contains(row.getString(4))) {
          events.put(EventReader.id(last, ++index), key(row.getString(2), row.getLong(3)));
        }
      }
    }
    return events;
  }

  private boolean isSqlite() {
    return url.startsWith("jdbc:sqlite:");
  }

  private String position() {
    return isSqlite() ? "journal.number" : "journal.transaction";
  }

  private String shown() {
    return isSqlite() ? position() : position() + "::text::bigint";
  }

  private long lastPosition() throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                isSqlite()
                    ? "SELECT coalesce(max(number), 0) FROM journal"
                    : "SELECT coalesce(max(transaction)::text::bigint, 0) FROM journal")) {
      row.next();
      return row.getLong(1);
    }
  }

  private EventFigures compared(Map<Long, String> journal, List<EventReader> readers) {
    Map<Long, Integer> places = new HashMap<>();
    journal.keySet().forEach(id -> places.put(id, places.size()));
    List<Long> delays = new ArrayList<>();
    long lost = 0;
    long doubled = 0;
    long unordered = 0;
    for (EventReader reader : readers) {
      Set<Long> seen = new HashSet<>();
      int place = -1;
      for (int event = 0; event < reader.count(); event++) {
        long id = reader.id(event);
        Integer its = places.get(id);
        if (its == null || !seen.add(id)) {
          doubled++;
          continue;
        }
        unordered += its < place ? 1 : 0;
        place = its;
        Long committed = commits.get(journal.get(id));
        if (committed != null) {
          delays.add(reader.nanos(event) - committed);
        }
      }
      lost += places.size() - seen.size();
    }
    return new EventFigures(places.size(), lost, doubled, unordered, LatencyStats.of(delays));
  }
}
