package dev.pawl.server.store.sqlite;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Aggregate.Kind;
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
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// A copy of a SQLite store that others may write to meanwhile: as it was at one moment.
///
/// It is written beside its place, synced, opened and checked, and only then gets its name; so a
/// file of that name is a whole backup, whatever happens meanwhile.
public final class SqliteBackup {

  private static final int PAGE = 500;
  private static final List<String> SUFFIXES = List.of("", "-wal", "-shm", "-journal");
  private static final String WELL = "ok";

  private final Path store;

  private SqliteBackup(Path store) {
    this.store = store;
  }

  /// What was copied.
  ///
  /// @param broken the journals that contradict themselves, in the store as in its copy
  public record BackupResult(Path file, long bytes, long journals, List<String> broken) {
    public BackupResult {
      broken = List.copyOf(broken);
    }
  }

  /// Copies the store in `store` to `target`, which is not there yet.
  ///
  /// @throws StoreFailure if it cannot be; then nothing of it is left
  public static BackupResult copy(Path store, Path target) {
    Path absolute = target.toAbsolutePath();
    if (Files.exists(absolute)) {
      throw taken(target);
    }
    return new SqliteBackup(store).copyTo(absolute, target);
  }

  private static StoreUnavailable taken(Path target) {
    return new StoreUnavailable("%s is there already; give a file that is not".formatted(target));
  }

  private BackupResult copyTo(Path target, Path named) {
    Path part =
        target.resolveSibling(
            ".%s.%d.part".formatted(target.getFileName(), ProcessHandle.current().pid()));
    try {
      delete(part);
      write(part);
      Checked checked = check(part);
      sync(part);
      // Unlike a rename it replaces nothing.
      Files.createLink(target, part);
      sync(target.resolveSibling("."));
      return new BackupResult(named, Files.size(target), checked.journals(), checked.broken());
    } catch (FileAlreadyExistsException e) {
      throw taken(named);
    } catch (IOException e) {
      throw new StoreUnavailable("cannot write the backup %s: %s".formatted(named, meaning(e)), e);
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
      throw new StoreUnavailable("there is no directory " + directory);
    }
    if (!Files.isWritable(directory)) {
      throw new StoreUnavailable("cannot write to " + directory);
    }
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

  private record Checked(long journals, List<String> broken) {}

  /// The file as a whole, and then every journal in it.
  private Checked check(Path part) {
    try (SqliteStore copy = SqliteStore.open(part, InstantSource.system(), "")) {
      isWhole(copy.database());
      List<String> broken = new ArrayList<>();
      long[] journals = {0};
      each(
          copy,
          (kind, key) -> {
            journals[0]++;
            if (isBroken(copy, kind, key)) {
              isBrokenThere(kind, key);
              broken.add("%s %s".formatted(kind.name().toLowerCase(java.util.Locale.ROOT), key));
            }
          });
      return new Checked(journals[0], broken);
    }
  }

  private static void isWhole(Database database) {
    List<String> integrity =
        database.read(sql -> sql.statement("PRAGMA integrity_check").list(row -> row.getString(1)));
    if (!integrity.equals(List.of(WELL))) {
      throw new StoreUnavailable("the copy is damaged: " + integrity.getFirst());
    }
  }

  private static boolean isBroken(SqliteStore store, Kind kind, String key) {
    return audit(store).check(kind, key).journalProblem().isPresent();
  }

  /// What was broken before is none of the copy's doing.
  private void isBrokenThere(Kind kind, String key) {
    try (SqliteStore original = SqliteStore.open(store, InstantSource.system(), "")) {
      if (!isBroken(original, kind, key)) {
        throw new StoreUnavailable("the copy has a damaged journal of %s".formatted(key));
      }
    }
  }

  private static Audit audit(SqliteStore store) {
    return store.audit(new Engine(Deadlines.DEFAULT));
  }

  private static void each(SqliteStore copy, BiConsumer<Kind, String> look) {
    for (Kind kind : Kind.values()) {
      String after = "";
      List<String> page;
      do {
        page =
            kind == Kind.RUN
                ? audit(copy).runs(Instant.EPOCH, after, PAGE)
                : audit(copy).keys(kind, after, PAGE);
        for (String key : page) {
          look.accept(kind, key);
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
        // It has a name that nobody takes for a backup.
      }
    }
  }
}
