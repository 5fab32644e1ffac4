package dev.pawl.server.repositories;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The server's copies of repositories, in one directory: at most [#MOST] of them, the latest used.
/// One that was not used for [#LONGEST_UNUSED] is deleted. Thread-safe, also where several servers
/// share the directory.
public final class Mirrors {

  static final int MOST = 16;
  static final Duration LONGEST_UNUSED = Duration.ofDays(7);

  private static final int FETCHES = 4;
  private static final int LOCKS = 64;
  private static final String LOCK_DIRECTORY = ".locks";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory;
  private final InstantSource clock;
  private final Semaphore fetches = new Semaphore(FETCHES);

  private final Duration limit;

  /// By the hash of a copy's name: two of them may share a lock, which only makes one wait.
  private final List<MirrorLock> locks;

  /// @param limit how long one snapshot may be waited for and read in all: less than the time of
  ///   the request that needs it
  public Mirrors(Path directory, InstantSource clock, Duration limit) {
    this.directory = directory;
    this.clock = clock;
    this.limit = limit;
    this.locks =
        IntStream.range(0, LOCKS)
            .mapToObj(number -> directory.resolve(LOCK_DIRECTORY).resolve("" + number))
            .map(MirrorLock::new)
            .toList();
  }

  /// The files of a repository at a commit, or at what a ref points at. Nothing is fetched before
  /// the first file is asked for.
  ///
  /// @param revision a full ref, or a commit's id; empty for the default branch
  public RepositorySnapshot snapshot(String url, String revision) {
    return new RepositorySnapshot(this, url, revision);
  }

  /// A copy that nobody else uses until it is released, with a deadline from now on.
  ///
  /// @throws RepositoryUnavailable if it is in use for too long
  Mirror acquire(String url) {
    Path own = directory.resolve(nameOf(url));
    var deadline = SnapshotDeadline.after(limit);
    var mirror = new Mirror(own, url, deadline);
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Files.createDirectories(directory.resolve(LOCK_DIRECTORY));
      if (!isAcquired(lock(nameOf(url)), deadline)) {
        throw RepositoryUnavailable.unreachable("a server is still reading it for other runs");
      }
    } catch (IOException e) {
      throw cannotWrite(e);
    }
    boolean isReady = false;
    try {
      Files.createDirectories(own);
      Files.setLastModifiedTime(own, FileTime.from(clock.instant()));
      deleteUnused(own);
      isReady = true;
      return mirror;
    } catch (IOException | UncheckedIOException e) {
      throw cannotWrite(e);
    } finally {
      if (!isReady) {
        release(url);
      }
    }
  }

  private static RepositoryUnavailable cannotWrite(Exception e) {
    return RepositoryUnavailable.unreachable("the server cannot write its copy: " + e);
  }

  void release(String url) {
    lock(nameOf(url)).unlock();
  }

  /// Fetches, when fewer than [#FETCHES] others do.
  String fetch(Mirror mirror, String revision) {
    boolean isCommit = !revision.isEmpty() && !revision.startsWith("refs/");
    try {
      long patience = mirror.deadline().left(PATIENCE).toNanos();
      if (!fetches.tryAcquire(patience, TimeUnit.NANOSECONDS)) {
        throw RepositoryUnavailable.unreachable("the server is fetching too many repositories");
      }
      try {
        return isCommit
            ? mirror.fetchCommit(revision)
            : mirror.fetchRef(revision.isEmpty() ? "HEAD" : revision);
      } finally {
        fetches.release();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw RepositoryUnavailable.unreachable("the server is being stopped");
    }
  }

  private boolean isAcquired(MirrorLock lock, SnapshotDeadline deadline) throws IOException {
    try {
      return lock.tryLock(deadline.left(PATIENCE));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private MirrorLock lock(String name) {
    return locks.get(lockNumber(name));
  }

  /// Which of the locks a copy has, by its name: the same on all servers.
  static int lockNumber(String name) {
    return Math.floorMod(name.hashCode(), LOCKS);
  }

  /// Deletes what is beyond the limits, except for copies that are in use.
  private void deleteUnused(Path own) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.list(directory)) {
      all =
          found
              .filter(path -> !path.endsWith(LOCK_DIRECTORY))
              .sorted(Comparator.comparing(Mirrors::usedAt).reversed())
              .toList();
    }
    for (int rank = 0; rank < all.size(); rank++) {
      Path one = all.get(rank);
      boolean isOld = usedAt(one).toInstant().isBefore(clock.instant().minus(LONGEST_UNUSED));
      if ((rank >= MOST || isOld) && !one.equals(own)) {
        deleteUnlessInUse(one);
      }
    }
  }

  private void deleteUnlessInUse(Path mirror) throws IOException {
    MirrorLock lock = lock(String.valueOf(mirror.getFileName()));
    try {
      if (lock.tryLock(Duration.ZERO)) {
        try {
          delete(mirror);
        } finally {
          lock.unlock();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static FileTime usedAt(Path mirror) {
    try {
      return Files.getLastModifiedTime(mirror);
    } catch (IOException _) {
      return FileTime.fromMillis(0);
    }
  }

  static String nameOf(String url) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(url.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Deletes a directory with all that is in it, as far as that is possible.
  static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException _) {
      // The next one who needs room tries again.
    }
  }
}
