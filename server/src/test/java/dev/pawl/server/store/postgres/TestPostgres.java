package dev.pawl.server.store.postgres;

import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/// A PostgreSQL server for tests, one a JVM; or the one at the JDBC address in the property
/// `pawl.test.postgresql`, whose user may create schemas. Each test has a schema of its own.
///
/// It runs without `fsync`, for speed; [PostgresServer] is for crash tests.
public final class TestPostgres {

  private static final AtomicInteger SCHEMAS = new AtomicInteger();
  private static final String URL = url();

  private static String url() {
    String given = System.getProperty("pawl.test.postgresql", "");
    return given.isEmpty() ? started() : given;
  }

  private static String started() {
    try {
      var server = EmbeddedPostgres.start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
      return server.getJdbcUrl("postgres", "postgres");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start PostgreSQL", e);
    }
  }

  private static void stop(EmbeddedPostgres server) {
    try {
      server.close();
    } catch (IOException _) {
      // The tests are over.
    }
  }

  /// Creates an empty schema, and returns its address.
  public static String newSchema() {
    String name = "test_%d_%d".formatted(ProcessHandle.current().pid(), SCHEMAS.incrementAndGet());
    try (Connection connection = DriverManager.getConnection(URL);
        var statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make the schema " + name, e);
    }
    return URL + (URL.contains("?") ? "&" : "?") + "currentSchema=" + name;
  }

  /// Opens a store with [DrivenRun#OWNER] registered.
  public static PostgresStore open(String url) {
    PostgresStore store = PostgresStore.open(url);
    store
        .database()
        .transact(sql ->
            sql.statement(
                    """
                    INSERT INTO orchestrator (id, pid, started_at)
                    VALUES (:id, 1, :at) ON CONFLICT DO NOTHING
                    """)
                .with("id", DrivenRun.OWNER)
                .with("at", SampleCommits.BEGINNING)
                .update());
    return store;
  }

  private TestPostgres() {}
}
