package dev.pawl.benchmarks.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.benchmarks.measure.LatencyStats;
import dev.pawl.benchmarks.measure.LoadGenerator;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import dev.pawl.benchmarks.measure.ThroughputRate;
import dev.pawl.benchmarks.pawl.GraphPlans;
import dev.pawl.benchmarks.pawl.PawlSubject;
import dev.pawl.benchmarks.pawl.PawlSystem;
import dev.pawl.benchmarks.pawl.RunHistory;
import dev.pawl.core.identity.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Measures a server over a store with many runs. The store of SQLite is made once, and copied from
/// a temporary directory afterwards.
public final class ApiMeasurement {

  public static final int RUNS = Integer.getInteger("pawl.bench.runs", 1_000_000);

  public static final String SETTINGS =
      "%d followers while %d jobs a second run; %d readers that list and show; agents that take no time"
          .formatted(EventFollowers.FOLLOWERS, EventFollowers.JOBS_PER_SECOND, ReaderLoad.CLIENTS);

  private static final String SQLITE = "jdbc:sqlite:";
  private static final int AGENTS = 50;
  private static final int SLOTS = 40;
  private static final int UNDER_WAY = 1_000;
  private static final int QUEUED = 200;
  private static final int SHOWN = 1_000;

  /// The latency of one list.
  ///
  /// @param runs on the page
  public record ListFigure(String name, LatencyStats latency, int runs) {}

  /// The figures of all followers together.
  ///
  /// @param events in the journal
  /// @param lost events of the journal that a follower did not get, of all followers
  /// @param doubled events that a follower got twice, or that the journal has not
  /// @param unordered events that a follower got before an earlier one
  /// @param delay from the commit to the receipt
  public record EventFigures(
      int events, long lost, long doubled, long unordered, LatencyStats delay) {}

  /// The figures of one store.
  ///
  /// @param alone runs a second before and after the readers
  public record Figures(
      double readySeconds,
      double readyEmptySeconds,
      List<ListFigure> lists,
      EventFigures events,
      ThroughputRate alone,
      ThroughputRate withReaders,
      ThroughputRate aloneAgain,
      double readsPerSecond,
      double readMedian,
      double readPercentile99) {}

  private final String url;
  private final Path directory;

  /// @param url of an empty database
  /// @param directory for what else a server needs
  public ApiMeasurement(String url, Path directory) {
    this.url = url;
    this.directory = directory;
  }

  public Figures measure(MeasurementWindow window, String emptyUrl) throws Exception {
    System.err.printf("bench: a store of %,d runs …%n", RUNS);
    fill();
    System.err.println("bench: starts …");
    double readyEmpty = ServerReadiness.medianSeconds(arguments(emptyUrl, "empty"));
    double ready = ServerReadiness.medianSeconds(arguments(url, "full"));
    var followers = new EventFollowers(url);
    try (var system = new PawlSystem(List.of(PawlSubject.store(url)), AGENTS, SLOTS)) {
      for (int run = 0; run < QUEUED; run++) {
        RunId _ = system.trigger(GraphPlans.waiting());
      }
      List<ListFigure> lists;
      EventFigures events;
      System.err.println("bench: lists …");
      try (var endpoint = new ApiEndpoint(system, directory, _ -> {})) {
        lists = new ListLatency(endpoint.client()).measure(cursors());
      }
      System.err.println("bench: followers …");
      try (var endpoint = new ApiEndpoint(system, directory, followers::committed)) {
        events = followers.measure(system, endpoint.client(), window.measured());
      }
      System.err.println("bench: readers …");
      try (var endpoint = new ApiEndpoint(system, directory, _ -> {})) {
        ThroughputRate alone = runs(system, window);
        ThroughputRate withReaders;
        var readers = new ReaderLoad(endpoint.client(), shown());
        double reads;
        try (readers) {
          withReaders = runs(system, window);
          reads = readers.perSecond();
        }
        return new Figures(
            ready,
            readyEmpty,
            lists,
            events,
            alone,
            withReaders,
            runs(system, window),
            reads,
            readers.latency().median(),
            readers.latency().percentile99());
      }
    }
  }

  private static ThroughputRate runs(PawlSystem system, MeasurementWindow window) throws Exception {
    var load = new LoadGenerator(UNDER_WAY);
    system.onStart(_ -> load.step());
    system.onEnd(_ -> load.ended());
    return load.measure(window, 1, 1, _ -> system.trigger(GraphPlans.chain(1)));
  }

  /// A store is in the data directory of its server, or is PostgreSQL.
  private List<String> arguments(String store, String name) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--data"));
    if (store.startsWith(SQLITE)) {
      arguments.add(file(store).getParent().toString());
    } else {
      arguments.addAll(List.of(directory.resolve(name).toString(), "--store", store));
    }
    arguments.addAll(List.of("--admin-token-file", directory.resolve(name + ".token").toString()));
    return arguments;
  }

  private static Path file(String store) {
    return Path.of(store.substring(SQLITE.length()));
  }

  private void fill() throws IOException, SQLException {
    if (!url.startsWith(SQLITE)) {
      new RunHistory(url).fill(RUNS);
      return;
    }
    Path cached =
        Path.of(System.getProperty("java.io.tmpdir"), "pawl-bench-api", schema() + "-" + RUNS);
    if (!Files.exists(cached)) {
      Files.createDirectories(cached.getParent());
      Path made = cached.resolveSibling(cached.getFileName() + ".new");
      Files.deleteIfExists(made);
      new RunHistory(SQLITE + made).fill(RUNS);
      Files.move(made, cached, StandardCopyOption.ATOMIC_MOVE);
    }
    Files.copy(cached, file(url), StandardCopyOption.REPLACE_EXISTING);
  }

  /// Names the schema and the distributions: a store that was cached by others is not used.
  private static String schema() throws IOException {
    try (var source =
        PawlSubject.class.getResourceAsStream("/dev/pawl/server/store/migration/sqlite-001.sql")) {
      int hash = source == null ? 0 : new String(source.readAllBytes(), UTF_8).hashCode();
      return "v%d-%08x".formatted(RunHistory.VERSION, hash);
    }
  }

  private Map<String, String> cursors() throws SQLException {
    Map<String, String> cursors = new LinkedHashMap<>();
    cursors.put("half way", ids("LIMIT 1 OFFSET %d".formatted(RUNS / 2)).getFirst());
    cursors.put("near the end", ids("LIMIT 1 OFFSET %d".formatted(RUNS - RUNS / 100)).getFirst());
    return cursors;
  }

  private List<String> shown() throws SQLException {
    return ids("LIMIT " + SHOWN);
  }

  private List<String> ids(String which) throws SQLException {
    List<String> ids = new ArrayList<>();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT id FROM run WHERE org = 'default' ORDER BY id DESC " + which)) {
      while (row.next()) {
        ids.add(row.getString(1));
      }
    }
    return ids;
  }
}
