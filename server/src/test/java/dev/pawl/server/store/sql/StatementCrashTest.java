package dev.pawl.server.store.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.run.Run;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.postgres.TestPostgres;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A crash between any two statements of a commit leaves all of it or nothing.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StatementCrashTest {

  /// Every statement would need a process of its own, so only some are tried.
  private static final int PROCESSES = 6;

  @TempDir private Path directory;

  @Test
  void postgresIsKilledBeforeEveryStatement() throws Exception {
    int statements = statements(TestPostgres.newSchema());
    assertThat(statements).isGreaterThan(1);
    List<Boolean> found = new ArrayList<>();
    for (int statement = 1; statement <= statements + 1; statement++) {
      String url = TestPostgres.newSchema();
      TestPostgres.open(url).close();
      List<String> acknowledged = CommitCrashCheck.acknowledged(url, statement);
      assertThat(acknowledged).containsExactly(AllTablesCommit.BEFORE.value());
      try (var store = PostgresStore.open(url);
          Connection raw = DriverManager.getConnection(url)) {
        found.add(CommitCrashCheck.isThere(store, raw, requireNonNull(whole)));
      }
    }
    onlyWhenDurable(found, statements);
  }

  @Test
  void sqliteIsKilledBeforeSomeStatements() throws Exception {
    int statements = statements(fileWithAnOwner("count").toString());
    List<Integer> tried =
        IntStream.rangeClosed(0, PROCESSES)
            .map(step -> 1 + step * statements / PROCESSES)
            .boxed()
            .toList();
    for (int statement : tried) {
      Path file = fileWithAnOwner("killed-" + statement);
      List<String> acknowledged = CommitCrashCheck.acknowledged(file.toString(), statement);
      assertThat(acknowledged).containsExactly(AllTablesCommit.BEFORE.value());
      assertThat(isThere(file)).isEqualTo(statement > statements);
    }
  }

  /// A killed process leaves its files as they are at that moment. So copies of the files of a
  /// living process show the same.
  @Test
  void sqliteLeavesAllOrNothingBetweenAnyTwoStatements() throws Exception {
    Path file = fileWithAnOwner("copied");
    var watched = new StatementCounter(statement -> copy(file, statement));
    int statements;
    try (SqlStore store = CommitCrashProcess.open(file.toString(), watched)) {
      var commit = new AllTablesCommit(store);
      whole = commit.after();
      watched.count();
      commit.commit();
      statements = watched.statements();
      watched.stop();
      copy(file, statements + 1);
    }
    List<Boolean> found = new ArrayList<>();
    for (int statement = 1; statement <= statements + 1; statement++) {
      found.add(isThere(directory.resolve("at-" + statement).resolve("pawl.db")));
    }
    onlyWhenDurable(found, statements);
  }

  private @Nullable Run whole;

  private int statements(String address) {
    var watched = new StatementCounter(_ -> {});
    if (address.startsWith("jdbc:postgresql:")) {
      TestPostgres.open(address).close();
    }
    try (SqlStore store = CommitCrashProcess.open(address, watched)) {
      var commit = new AllTablesCommit(store);
      whole = commit.after();
      watched.count();
      commit.commit();
      watched.stop();
      return watched.statements();
    }
  }

  private static void onlyWhenDurable(List<Boolean> found, int statements) {
    assertThat(found).hasSize(statements + 1);
    assertThat(found.subList(0, statements)).containsOnly(false);
    assertThat(found.getLast()).isTrue();
  }

  private boolean isThere(Path file) throws Exception {
    try (var store = SqliteStore.open(file, InstantSource.system(), "");
        Connection raw = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      return CommitCrashCheck.isThere(store, raw, requireNonNull(whole));
    }
  }

  private Path fileWithAnOwner(String name) throws IOException {
    Path file = Files.createDirectory(directory.resolve(name)).resolve("pawl.db");
    TestSqliteStores.open(file).close();
    return file;
  }

  /// Copies in another process: closing a file in this one would release its locks.
  private void copy(Path file, int statement) {
    try {
      Path to = directory.resolve("at-" + statement);
      Process copy =
          new ProcessBuilder("cp", "-r", requireNonNull(file.getParent()).toString(), to.toString())
              .inheritIO()
              .start();
      assertThat(copy.onExit().join().exitValue()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
