package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.disk.DiskSpace;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Optional;

/// The data directory of a server: its store, unless that is PostgreSQL, its logs and its key.
///
/// @param postgres the JDBC address of the store, if it is PostgreSQL
public record ServerData(Path directory, Optional<String> postgres) {

  private static final int KEY = 32;

  /// Creates the directory if necessary; other users cannot read it.
  ///
  /// @throws EnvironmentException if it cannot be created
  public ServerData prepared() {
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return this;
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  /// Checks that a server has used this directory before.
  ///
  /// @throws EnvironmentException if none has
  public ServerData existing() {
    if (postgres.isEmpty() && !Files.exists(database())) {
      throw new EnvironmentException(
          "no server data found in '%s'. Start `pawl server` there first, or give its directory with"
                  .formatted(directory)
              + " --data.");
    }
    return this;
  }

  private Path database() {
    return directory.resolve("pawl.db");
  }

  public SqlStore open() {
    return postgres
        .<SqlStore>map(PostgresStore::open)
        .orElseGet(
            () -> SqliteStore.open(database(), InstantSource.system(), OrchestratorRows.SERVER));
  }

  /// The directory of the copies of repositories, which can be deleted while no server runs.
  public Path mirrors() {
    return directory.resolve("mirrors");
  }

  public LogFiles logs() {
    return new LogFiles(logDirectory());
  }

  private Path logDirectory() {
    return directory.resolve("logs");
  }

  /// The free space of its disks.
  public DiskSpace space() {
    return DiskSpace.of(directory, logDirectory());
  }

  /// The key that signs lease ids. All servers of one store need the same key, or they reject each
  /// other's leases: copy the file.
  public byte[] key() {
    Path file = directory.resolve("key");
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(file, new IdGenerator(InstantSource.system()).key());
    } catch (FileAlreadyExistsException _) {
      // Created by an earlier start.
    } catch (IOException e) {
      throw cannotWrite(e);
    }
    try {
      byte[] key = Files.readAllBytes(file);
      if (key.length != KEY) {
        throw new EnvironmentException(
            "'%s' is not a key: it has %d bytes, not %d. Restore it from a backup of the data directory."
                .formatted(file, key.length, KEY));
      }
      return key;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot read '%s': %s".formatted(file, FileErrorMessages.describe(e)), e);
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
