package dev.pawl.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// The PostgreSQL server that all subjects use, in a database each. It is started here with durable
/// settings and defaults otherwise, unless `PAWL_POSTGRESQL` names another one. A server without
/// durable settings is rejected, because its figures would say nothing.
final class SharedPostgres implements AutoCloseable {

  private static final String NAMED = "PAWL_POSTGRESQL";
  private static final String CONNECTIONS = "200";

  private final String url;
  private final Optional<EmbeddedPostgres> ours;
  private final Optional<ProcessHandle> process;
  private final AtomicInteger databases = new AtomicInteger();

  private SharedPostgres(
      String url, Optional<EmbeddedPostgres> ours, Optional<ProcessHandle> process) {
    this.url = url;
    this.ours = ours;
    this.process = process;
  }

  static SharedPostgres start(Path directory) throws Exception {
    String named = System.getProperty(NAMED, System.getenv().getOrDefault(NAMED, ""));
    SharedPostgres postgres =
        named.isEmpty()
            ? embedded(directory)
            : new SharedPostgres(named, Optional.empty(), Optional.empty());
    try {
      postgres.requireDurable();
    } catch (Exception e) {
      postgres.close();
      throw e;
    }
    return postgres;
  }

  private static SharedPostgres embedded(Path directory) throws IOException {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(directory.resolve("postgresql").toFile())
            .setDataDirectory(directory.resolve("data"))
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("max_connections", CONNECTIONS)
            .start();
    return new SharedPostgres(
        server.getJdbcUrl("postgres", "postgres"),
        Optional.of(server),
        process(directory.resolve("data")));
  }

  /// The process that serves a data directory: its id is in the first line of a file there.
  private static Optional<ProcessHandle> process(Path data) throws IOException {
    try (var lines = Files.lines(data.resolve("postmaster.pid"))) {
      return lines.findFirst().flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.strip())));
    }
  }

  /// The server's process, if it was started here.
  Optional<ProcessHandle> process() {
    return process;
  }

  private void requireDurable() throws SQLException {
    for (var setting : settings().entrySet()) {
      if (!setting.getValue().equals("on")) {
        throw new IllegalStateException("PostgreSQL has " + setting + "; it must be on");
      }
    }
  }

  /// The settings that durability depends on.
  Map<String, String> settings() throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
      settings.put(name, ask("SHOW " + name));
    }
    return settings;
  }

  String version() throws SQLException {
    return ask("SHOW server_version");
  }

  /// Creates a database, after a checkpoint: writes that the last subject left must not slow the
  /// next one.
  TemporaryDatabase fresh() throws SQLException {
    String name = "bench_" + ProcessHandle.current().pid() + "_" + databases.incrementAndGet();
    execute("CREATE DATABASE " + name);
    execute("CHECKPOINT");
    return new TemporaryDatabase(
        url.replaceFirst("^(jdbc:postgresql:(?://[^/]*/)?)[^?]*", "$1" + name),
        () -> execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"));
  }

  private String ask(String query) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private void execute(String command) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @Override
  public void close() throws IOException {
    if (ours.isPresent()) {
      ours.get().close();
    }
  }
}
