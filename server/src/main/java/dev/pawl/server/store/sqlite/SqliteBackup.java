package dev.pawl.server.store.sqlite;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Copies a SQLite store to a file while others may write to it. The copy is a snapshot.
///
/// It is written under a temporary name, synced, opened and checked, and only then gets its name.
/// So a file of that name is a complete backup, whatever crashes on the way.
public final class SqliteBackup {

  private static final int PAGE = 500;
  private static final List<String> SUFFIXES = List.of("", "-wal", "-shm", "-journal");
  private static final String INTACT = "ok";

  private final Path store;

  private SqliteBackup(Path store) {
    this.store = store;
  }

  /// The result of a backup.
  ///
  /// @param corruptJournals the journals that are corrupt in the store, and so in its copy
  public record BackupResult(Path file, long bytes, long journals, List<String> corruptJournals) {
    public BackupResult {
      corruptJournals = List.copyOf(corruptJournals);
    }
  }

  /// Copies the store in `store` to `target`, which must not exist.
  ///
  /// @throws StoreUnavailable if that fails; then no file is left behind
  public static BackupResult copy(Path store, Path target) {
    Path absolute = target.toAbsolutePath();
    if (Files.exists(absolute)) {
      throw targetExists(target);
    }
    return new SqliteBackup(store).copyTo(absolute, target);
  }

  private static StoreUnavailable targetExists(Path target) {
    return new StoreUnavailable(
        "cannot back up to '%s': %s. Give the name of a new file."
            .formatted(
                target, Files.isDirectory(target) ? "it is a directory" : "the file exists"));
  }

  private BackupResult copyTo(Path target, Path named) {
    Path part =
        target.resolveSibling(
            ".%s.%d.part".formatted(target.getFileName(), ProcessHandle.current().pid()));
    try {
      delete(part);
      write(part);
      CheckResult checked = check(part);
      sync(part);
      // Unlike a rename, a link never replaces a file.
      Files.createLink(target, part);
      sync(target.resolveSibling("."));
      return new BackupResult(named, Files.size(target), checked.journals(), checked.corrupt());
    } catch (FileAlreadyExistsException e) {
      throw targetExists(named);
    } catch (IOException e) {
      throw new StoreUnavailable(
          "cannot write the backup '%s': %s".formatted(named, meaning(e)), e);
    } finally {
      delete(part);
    }
  }

  private static String meaning(IOException e) {
    return e.getClass().getSimpleName() + " " + e.getMessage();
  }

  private void write(Path part) throws IOException {
    Path directory = part.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new StoreUnavailable(
          "cannot write the backup: there is no directory '%s'. Create it first."
              .formatted(directory));
    }
    if (!Files.isWritable(directory)) {
      throw new StoreUnavailable(
          "cannot write the backup: the directory '%s' is not writable".formatted(directory));
    }
    // SQLite fills an empty file, and keeps its permissions.
    Files.createFile(
        part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (SqlConnection sql = SqliteConnections.open(store)) {
      try (var statement = sql.connection().prepareStatement("VACUUM INTO ?")) {
        statement.setString(1, part.toString());
        statement.execute();
      }
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot back up", store, e);
    }
    sync(part);
  }

  private record CheckResult(long journals, List<String> corrupt) {}

  /// Checks the file as a whole, then every journal in it.
  private CheckResult check(Path part) {
    try (SqliteStore copy = SqliteStore.open(part, InstantSource.system(), "")) {
      requireIntact(copy.database());
      List<String> corrupt = new ArrayList<>();
      long[] journals = {0};
      forEachAggregate(
          copy,
          (kind, key) -> {
            journals[0]++;
            if (isCorrupt(copy, kind, key)) {
              requireCorruptInOriginal(kind, key);
              corrupt.add("%s %s".formatted(Machine.wireName(kind), key));
            }
          });
      return new CheckResult(journals[0], corrupt);
    }
  }

  private static void requireIntact(Database database) {
    List<String> integrity =
        database.read(sql -> sql.statement("PRAGMA integrity_check").list(row -> row.getString(1)));
    if (!integrity.equals(List.of(INTACT))) {
      throw new StoreUnavailable(
          "the backup is damaged: %s. Check the disk, then try again."
              .formatted(integrity.getFirst()));
    }
  }

  private static boolean isCorrupt(SqliteStore store, Kind kind, String key) {
    return audit(store).check(kind, key).journalProblem().isPresent();
  }

  /// A journal that is corrupt in the store is no fault of the backup.
  private void requireCorruptInOriginal(Kind kind, String key) {
    try (SqliteStore original = SqliteStore.open(store, InstantSource.system(), "")) {
      if (!isCorrupt(original, kind, key)) {
        throw new StoreUnavailable(
            "the backup is damaged: its journal of '%s' is corrupt. Check the disk, then try again."
                .formatted(key));
      }
    }
  }

  private static Audit audit(SqliteStore store) {
    return store.audit(new Engine(Deadlines.DEFAULT));
  }

  private static void forEachAggregate(SqliteStore copy, BiConsumer<Kind, String> action) {
    for (Kind kind : Kind.values()) {
      String after = "";
      List<String> page;
      do {
        page =
            kind == Kind.RUN
                ? audit(copy).runs(Instant.EPOCH, after, PAGE)
                : audit(copy).keys(kind, after, PAGE);
        for (String key : page) {
          action.accept(kind, key);
          after = key;
        }
      } while (page.size() == PAGE);
    }
  }

  private static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void delete(Path part) {
    for (String suffix : SUFFIXES) {
      try {
        Files.deleteIfExists(part.resolveSibling(part.getFileName() + suffix));
      } catch (IOException _) {
        // Its name shows that it is no backup.
      }
    }
  }
}
