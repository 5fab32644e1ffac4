package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sql.TableReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Backups of a store in use, and their restore.
class SqliteBackupTest {

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  private Path backup() throws IOException {
    return Files.createDirectories(directory.resolve("backups")).resolve("monday.db");
  }

  private List<String> inBackups() throws IOException {
    try (var files = Files.list(backup().resolveSibling(""))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void openStore() {
    try (var store = TestSqliteStores.open(file())) {
      SampleCommits.register(store, SampleCommits.AGENT, 1000, "linux");
      new DrivenRun(store, "before").planned(SamplePlans.sideBySide(1)).running();
    }
  }

  private static ProcessBuilder java(Class<?> main, Object... args) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  @Test
  void aBackupDuringCommitsIsRestored() throws Exception {
    openStore();
    Process writer = java(CommitLoopProcess.class, file()).start();
    List<String> acknowledged = new ArrayList<>();
    SqliteBackup.BackupResult copied;
    try (BufferedReader out = writer.inputReader(StandardCharsets.UTF_8)) {
      for (int run = 0; run < 20; run++) {
        acknowledged.add(out.readLine());
      }
      copied = SqliteBackup.copy(file(), backup());
      // It has gone on meanwhile.
      assertThat(out.readLine()).isNotNull();
    } finally {
      writer.destroyForcibly();
      assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(inBackups()).containsExactly("monday.db");
    assertThat(copied.corruptJournals()).isEmpty();
    assertThat(copied.journals()).isGreaterThan(20);

    restore();
    try (var store = TestSqliteStores.open(file())) {
      for (String id : acknowledged) {
        assertThat(store.run(new RunId(id)).map(Run::isOver)).contains(true);
      }
      isWholeAndGoesOn(store);
    }
  }

  /// Restores as documented: the files beside the old store are removed.
  private void restore() throws IOException {
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(directory.resolve("pawl.db" + suffix));
    }
    Files.copy(backup(), file());
  }

  private static void isWholeAndGoesOn(SqliteStore store) {
    var doctor = new Doctor(store, new Engine(Deadlines.DEFAULT));
    assertThat(doctor.check(true, SampleCommits.BEGINNING).findings()).isEmpty();
    assertThat(DrivenRun.found(store, "before").succeeded().run().isOver()).isTrue();
    new DrivenRun(store, "after").planned(SamplePlans.sideBySide(1)).running().succeeded();
    assertThat(doctor.check(true, SampleCommits.BEGINNING).findings()).isEmpty();
  }

  @Test
  void anExistingFileIsNotReplaced() throws IOException {
    openStore();
    Files.writeString(backup(), "precious");
    assertThatThrownBy(() -> SqliteBackup.copy(file(), backup()))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("the file exists");
    assertThatThrownBy(() -> SqliteBackup.copy(file(), backup().resolveSibling("")))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("it is a directory");
    assertThat(backup()).hasContent("precious");
    assertThat(inBackups()).containsExactly("monday.db");
  }

  @Test
  void anUnwritableTargetIsReported() {
    openStore();
    assertThatThrownBy(() -> SqliteBackup.copy(file(), directory.resolve("nowhere/b.db")))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("there is no directory");
    assertThatThrownBy(() -> SqliteBackup.copy(file(), file().resolve("b.db")))
        .isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> SqliteBackup.copy(file(), Path.of("/proc/b.db")))
        .isInstanceOf(StoreUnavailable.class);
  }

  /// The limit of the file size is a full disk to SQLite.
  @Test
  void aFullDiskLeavesNoFile() throws Exception {
    openStore();
    try (var raw = DriverManager.getConnection("jdbc:sqlite:" + file())) {
      new TableReader(raw)
          .execute("INSERT INTO run_number VALUES ('default', hex(randomblob(20000000)), 1)");
    }
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "ulimit -f 20000 && exec \"$@\"", "sh"));
    command.addAll(java(BackupProcess.class, file(), backup()).command());
    Process limited = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(limited.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(limited.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).contains("failed: cannot back up the store");
    assertThat(inBackups()).isEmpty();
  }

  @Test
  void aCorruptJournalIsReportedAndCopied() throws SQLException, IOException {
    openStore();
    try (var raw = DriverManager.getConnection("jdbc:sqlite:" + file())) {
      new TableReader(raw).execute("DROP TRIGGER journal_is_never_rewritten");
      new TableReader(raw)
          .execute("UPDATE journal SET hash = 'x' WHERE aggregate_id = 'before' AND seq = 2");
    }
    assertThat(SqliteBackup.copy(file(), backup()).corruptJournals()).containsExactly("run before");
    assertThat(inBackups()).containsExactly("monday.db");
  }
}
