package dev.pawl.server.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.run.Run;
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

  /// Of so many statements that each would take its own process, as many are tried.
  private static final int PROCESSES = 6;

  @TempDir private Path directory;

  @Test
  void postgresIsKilledBeforeEveryStatement() throws Exception {
    int statements = statements(Postgres.newSchema());
    assertThat(statements).isGreaterThan(1);
    List<Boolean> found = new ArrayList<>();
    for (int statement = 1; statement <= statements + 1; statement++) {
      String url = Postgres.newSchema();
      Postgres.open(url).close();
      List<String> acknowledged = CrashInACommit.acknowledged(url, statement);
      assertThat(acknowledged).containsExactly(RichCommit.BEFORE.value());
      try (var store = PostgresStore.open(url);
          Connection raw = DriverManager.getConnection(url)) {
        found.add(CrashInACommit.isThere(store, raw, requireNonNull(whole)));
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
      List<String> acknowledged = CrashInACommit.acknowledged(file.toString(), statement);
      assertThat(acknowledged).containsExactly(RichCommit.BEFORE.value());
      assertThat(isThere(file)).isEqualTo(statement > statements);
    }
  }

  /// What a process that is killed leaves is what its files hold at that moment: so one that is not
  /// killed tells as much, if they are copied then.
  @Test
  void sqliteLeavesAllOrNothingBetweenAnyTwoStatements() throws Exception {
    Path file = fileWithAnOwner("copied");
    var watched = new Watched(statement -> copy(file, statement));
    int statements;
    try (SqlStore store = DiesInACommit.open(file.toString(), watched)) {
      var commit = new RichCommit(store);
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
    var watched = new Watched(_ -> {});
    if (address.startsWith("jdbc:postgresql:")) {
      Postgres.open(address).close();
    }
    try (SqlStore store = DiesInACommit.open(address, watched)) {
      var commit = new RichCommit(store);
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
      return CrashInACommit.isThere(store, raw, requireNonNull(whole));
    }
  }

  private Path fileWithAnOwner(String name) throws IOException {
    Path file = Files.createDirectory(directory.resolve(name)).resolve("pawl.db");
    Stores.open(file).close();
    return file;
  }

  /// By another process: to close a file here would let go of the locks on it.
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
