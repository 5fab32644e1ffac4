package dev.pawl.cli.service;

import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.postgres.PostgresStore;
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

/// Where a server keeps what it keeps: its store, unless that is a PostgreSQL, its logs and its
/// key.
///
/// @param postgres the address of the store, as JDBC has it, if it is a PostgreSQL
public record ServerData(Path directory, Optional<String> postgres) {

  private static final int KEY = 32;

  /// Made if it is not there; nobody else may look into it.
  ///
  /// @throws StoreFailure if it cannot be
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

  /// The same, if a server has been there.
  ///
  /// @throws StoreFailure if none has: what would be made there no server knows
  public ServerData existing() {
    if (postgres.isEmpty() && !Files.exists(database())) {
      throw new StoreUnavailable(
          "there is no server's data in %s: start `pawl server` there first, or say where it is with"
                  .formatted(directory)
              + " --data");
    }
    return this;
  }

  private Path database() {
    return directory.resolve("pawl.db");
  }

  public SqlStore open() {
    return postgres
        .<SqlStore>map(PostgresStore::open)
        .orElseGet(() -> SqliteStore.open(database(), InstantSource.system(), ""));
  }

  public LogFiles logs() {
    return new LogFiles(directory.resolve("logs"));
  }

  /// What lease ids are made by. All servers of a store have the same, or they do not know each
  /// other's leases: copy the file.
  public byte[] key() {
    Path file = directory.resolve("key");
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(file, new IdGenerator(InstantSource.system()).key());
    } catch (FileAlreadyExistsException _) {
      // That of the first start.
    } catch (IOException e) {
      throw cannotWrite(e);
    }
    try {
      byte[] key = Files.readAllBytes(file);
      if (key.length != KEY) {
        throw new StoreUnavailable("%s is no key: it has %d bytes".formatted(file, key.length));
      }
      return key;
    } catch (IOException e) {
      throw new StoreUnavailable(
          "cannot read %s: %s".formatted(file, FileErrorMessages.describe(e)), e);
    }
  }

  /// Two servers on one SQLite would serve the same runs: the second is refused. Held until the
  /// process ends, whatever it ends of.
  public FileChannel lock() {
    Path file = directory.resolve("lock");
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw new StoreUnavailable("another server uses " + directory);
      }
      return channel;
    } catch (OverlappingFileLockException e) {
      throw new StoreUnavailable("another server uses " + directory, e);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private StoreUnavailable cannotWrite(IOException e) {
    return new StoreUnavailable(
        "cannot write to %s: %s".formatted(directory, FileErrorMessages.describe(e)), e);
  }
}
