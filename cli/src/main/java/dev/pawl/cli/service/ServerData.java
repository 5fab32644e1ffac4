package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.server.disk.DiskSpace;
import dev.pawl.server.keys.KeyRing;
import dev.pawl.server.keys.KeyRows;
import dev.pawl.server.keys.UnusableKeys;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Optional;

/// The data directory of a server: its store, unless that is PostgreSQL, its logs and its keys.
///
/// @param postgres the JDBC address of the store, if it is PostgreSQL
/// @param sharedLogs the directory of the logs, if they are not in the data directory
public record ServerData(Path directory, Optional<String> postgres, Optional<Path> sharedLogs) {

  public ServerData(Path directory, Optional<String> postgres) {
    this(directory, postgres, Optional.empty());
  }

  public ServerData withLogs(Path logs) {
    return new ServerData(directory, postgres, Optional.of(logs));
  }

  /// Creates the directory if necessary, and closes it to other users.
  ///
  /// @throws EnvironmentException if it cannot be created, or cannot be closed
  public ServerData prepared() {
    try {
      PrivateDirectory.prepare(directory);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
    sharedLogs.ifPresent(ServerData::prepareLogs);
    return this;
  }

  private static void prepareLogs(Path logs) {
    try {
      PrivateDirectory.prepareLogs(logs);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write to the log directory '%s': %s"
              .formatted(logs, FileErrorMessages.describe(e)),
          e);
    }
  }

  /// Checks that a server has used this directory before.
  ///
  /// @throws EnvironmentException if none has
  public ServerData existing() {
    if (postgres.isEmpty() && !Files.exists(database())) {
      throw new EnvironmentException(
          "no server data found in '%s'. Start `pawl server` there first, or give its directory with --data, and its store with --store if that is PostgreSQL."
              .formatted(directory));
    }
    return this;
  }

  public Path database() {
    return directory.resolve("pawl.db");
  }

  /// Opens the store of a server that was here before. For a store on PostgreSQL it creates no
  /// directory.
  ///
  /// @throws EnvironmentException as [#existing]
  public SqlStore openExisting() {
    return postgres.isPresent() ? open() : existing().prepared().open();
  }

  public SqlStore open() {
    return postgres.<SqlStore>map(PostgresStore::open).orElseGet(this::openSqlite);
  }

  /// Opens a SQLite store for reading only, also while a server uses it.
  public SqlStore openForReading() {
    return SqliteStore.openReadOnly(database(), InstantSource.system())
        .orElseThrow(() -> new EnvironmentException("no store found in '%s'".formatted(directory)));
  }

  /// SQLite gives the files beside the database its permissions.
  private SqliteStore openSqlite() {
    try {
      PrivateDirectory.createFile(database());
    } catch (IOException e) {
      throw cannotWrite(e);
    }
    return SqliteStore.open(database(), InstantSource.system(), OrchestratorRows.SERVER);
  }

  /// The directory of the copies of repositories, which can be deleted while no server runs.
  public Path mirrors() {
    return directory.resolve("mirrors");
  }

  public LogFiles logs() {
    return new LogFiles(logDirectory());
  }

  Path logDirectory() {
    return sharedLogs.orElseGet(() -> directory.resolve("logs"));
  }

  /// The free space of its disks.
  public DiskSpace space() {
    return DiskSpace.of(directory, logDirectory());
  }

  public KeyFile keyFile() {
    return new KeyFile(directory.resolve("key"));
  }

  /// The keys of the server, which the store must know, or gets to know. A first start makes one.
  ///
  /// @throws EnvironmentException if a key of the store is missing
  public KeyRing keys(SqlStore store) {
    KeyFile file = keyFile();
    try {
      if (!file.exists()) {
        Optional<KeyRows.StoredKey> used = store.keys().all().stream().findFirst();
        if (used.isPresent()) {
          throw UnusableKeys.missing(used.get());
        }
      }
      KeyRing ring = file.exists() ? file.read() : file.create();
      store.keys().register(ring, store.now());
      return ring;
    } catch (UnusableKeys e) {
      throw new EnvironmentException(
          "cannot start with the key file '%s': %s".formatted(file.file(), e.getMessage()), e);
    }
  }

  /// Locks the directory: two servers on one SQLite file would serve the same runs. The lock is
  /// held until the process ends, however it ends.
  public FileChannel lock() {
    Path file = directory.resolve("lock");
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw new EnvironmentException(inUse());
      }
      return channel;
    } catch (OverlappingFileLockException e) {
      throw new EnvironmentException(inUse(), e);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private String inUse() {
    return "cannot use '%s': another server uses it. Give another directory with --data."
        .formatted(directory);
  }

  private EnvironmentException cannotWrite(IOException e) {
    return new EnvironmentException(
        "cannot write to '%s': %s".formatted(directory, FileErrorMessages.describe(e)), e);
  }
}
