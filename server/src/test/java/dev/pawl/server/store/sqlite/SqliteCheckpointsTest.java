package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ConditionAwaiter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The log of a SQLite file is checkpointed, and stays bounded.
class SqliteCheckpointsTest {

  private static final long MEGABYTE = 1 << 20;

  @TempDir Path directory;

  private Path file;
  private SqliteDatabase database;

  @BeforeEach
  void open() {
    file = directory.resolve("pawl.db");
    database = SqliteDatabase.open(file);
    database.transact(sql -> {
      sql.execute("CREATE TABLE written (text)");
      return true;
    });
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void write(int rows, int bytes) {
    database.transact(sql -> {
      sql.execute(
          """
          INSERT INTO written
          WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count LIMIT %d)
          SELECT printf('%%.*c', %d, 'x') FROM count
          """
              .formatted(rows, bytes));
      return true;
    });
  }

  private long size(String suffix) {
    return Path.of(file + suffix).toFile().length();
  }

  @Test
  void theLogIsCheckpointedBesideCommits() {
    long before = size("");
    write(10_000, 100);
    ConditionAwaiter.is("written back", () -> size("") > before + MEGABYTE / 2);
    assertThat(size("-wal")).as("too short for whoever commits").isLessThan(8 * MEGABYTE);
  }

  @Test
  void theLogStaysBoundedUnderContinuousCommits() {
    for (int megabyte = 0; megabyte < 200; megabyte++) {
      write(200, 5_000);
      assertThat(size("-wal")).isLessThan(100 * MEGABYTE);
    }
  }

  @Test
  void fewLongRowsAreCheckpointedToo() {
    long before = size("");
    for (int row = 0; row < 12; row++) {
      write(1, 500_000);
    }
    ConditionAwaiter.is("written back", () -> size("") > before + 3 * MEGABYTE);
  }

  @Test
  void theLogIsCutOnDemand() {
    write(1, 500_000);
    long before = size("");
    database.reclaimSpace();
    ConditionAwaiter.is("cut", () -> size("-wal") == 0);
    assertThat(size("")).isGreaterThan(before + 400_000);
  }

  /// What the process does about it is its own: it ends, if it is a server.
  @Test
  void anErrorIsReportedAndDoesNotEndTheCheckpoints() throws SQLException {
    var before = Thread.getDefaultUncaughtExceptionHandler();
    var reported = new AtomicReference<@Nullable Throwable>();
    Thread.setDefaultUncaughtExceptionHandler((_, error) -> reported.set(error));
    try {
      failOnceAndGoOn();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(reported.get()).isInstanceOf(StackOverflowError.class);
  }

  private void failOnceAndGoOn() throws SQLException {
    var opened = new AtomicInteger();
    var rows = new AtomicLong();
    try (var checkpoints =
        new SqliteCheckpoints(
            () -> {
              if (opened.incrementAndGet() == 1) {
                throw new StackOverflowError("too deep");
              }
              return SqliteConnections.open(file);
            },
            file)) {
      ConditionAwaiter.is(
          "tried again",
          () -> {
            checkpoints.recordCommit(rows.addAndGet(10_000));
            return opened.get() == 2;
          });
    }
  }
}
