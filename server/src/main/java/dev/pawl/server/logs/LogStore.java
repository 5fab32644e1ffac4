package dev.pawl.server.logs;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// The logs of steps, appended to by offset. Duplicate bytes are ignored. After a gap nothing is
/// written and the old end is returned, which makes the agent send again from there. What [#append]
/// has returned is on disk. Logs do not wait for each other, and one force covers all that is
/// appended to a log meanwhile ([LogAppender]).
///
/// Several orchestrators may share a disk, and two of them may read the same agent after a
/// reconnect: then both write the same bytes at the same offsets, in any order. Thread-safe. The
/// number of open logs is bounded, apart from those that are being appended to.
public final class LogStore implements AutoCloseable {

  static final int MOST_OPEN = 256;

  private final LogDisk disk;
  private final LogQuota quota;

  /// The least recently used first; guarded by itself, as are the counts of users.
  private final SequencedMap<LogRef, OpenLog> open = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<RunId, Set<LogFollower>> followers = new ConcurrentHashMap<>();

  private static final class OpenLog {
    private final LogAppender appender;
    private int users;

    private OpenLog(LogAppender appender) {
      this.appender = appender;
    }
  }

  /// Logs without limits.
  public LogStore(LogDisk disk) {
    this(disk, new LogLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE));
  }

  public LogStore(LogDisk disk, LogLimits limits) {
    this(disk, limits, _ -> Optional.empty());
  }

  /// @param shortage asked before so many bytes are written; the reason why they may not be
  public LogStore(LogDisk disk, LogLimits limits, LongFunction<Optional<String>> shortage) {
    this.disk = disk;
    this.quota = new LogQuota(disk, limits, shortage);
  }

  /// Appends new bytes, and returns up to which offset the log is durable.
  ///
  /// @throws java.io.UncheckedIOException if it could not be written
  public long append(LogRef log, long offset, byte[] bytes) {
    return append(log, offset, bytes, LogSecrets.NOTHING).end();
  }

  /// The same, redacted.
  LogAppender.Appended append(LogRef log, long offset, byte[] bytes, LogSecrets hidden) {
    OpenLog use = acquire(log);
    boolean isAppended = false;
    try {
      LogAppender.Appended appended = use.appender.append(offset, bytes, hidden);
      isAppended = true;
      return appended;
    } finally {
      release(log, use, isAppended);
      wake(log);
    }
  }

  private OpenLog acquire(LogRef log) {
    synchronized (open) {
      OpenLog use =
          open.computeIfAbsent(log, ref -> new OpenLog(new LogAppender(disk, ref, quota)));
      use.users++;
      return use;
    }
  }

  private void release(LogRef log, OpenLog use, boolean isSound) {
    LogAppender unused = null;
    synchronized (open) {
      use.users--;
      if (!isSound) {
        open.remove(log, use);
      }
      if (use.users == 0 && open.get(log) != use) {
        unused = use.appender;
      } else if (open.size() > MOST_OPEN) {
        unused = eldestIdle();
      }
    }
    if (unused != null) {
      unused.close();
    }
  }

  private @Nullable LogAppender eldestIdle() {
    for (Map.Entry<LogRef, OpenLog> each : open.entrySet()) {
      if (each.getValue().users == 0) {
        open.remove(each.getKey());
        return each.getValue().appender;
      }
    }
    return null;
  }

  /// The leases of a run of which a log was cut.
  Set<LeaseRef> cutLeases(RunId run) {
    return disk.cutLeases(run);
  }

  /// Closes the files of a lease that is over, because few bytes will follow. A deleted file that
  /// is open would still take up its space.
  void leaseEnded(RunId run, LeaseRef lease) {
    List<OpenLog> unused = new ArrayList<>();
    synchronized (open) {
      open.entrySet()
          .removeIf(each -> {
            LogRef log = each.getKey();
            boolean isUnused =
                each.getValue().users == 0 && log.run().equals(run) && log.lease().equals(lease);
            return isUnused && unused.add(each.getValue());
          });
    }
    unused.forEach(use -> use.appender.close());
  }

  /// Up to where a log of that size may be read: as far as it is durable, if it is written here;
  /// bytes of other processes cannot be told from those that they have forced.
  long readableSize(LogRef log, long size) {
    OpenLog use;
    synchronized (open) {
      use = open.get(log);
    }
    return use == null ? size : use.appender.readableSize(size);
  }

  void add(LogFollower follower) {
    followers.compute(
        follower.log().run(),
        (_, others) -> {
          Set<LogFollower> all = others == null ? ConcurrentHashMap.newKeySet() : others;
          all.add(follower);
          return all;
        });
  }

  void remove(LogFollower follower) {
    followers.computeIfPresent(
        follower.log().run(),
        (_, all) -> {
          all.remove(follower);
          return all.isEmpty() ? null : all;
        });
  }

  private void wake(LogRef log) {
    for (LogFollower follower : followers.getOrDefault(log.run(), Set.of())) {
      if (follower.log().equals(log)) {
        follower.wake();
      }
    }
  }

  /// A run has changed: its followers check whether its logs are over.
  public void runChanged(RunId run) {
    followers.getOrDefault(run, Set.of()).forEach(LogFollower::wake);
  }

  /// Ends all followers: the server is about to stop.
  public void endFollowers() {
    followers.values().forEach(all -> all.forEach(LogFollower::close));
  }

  @Override
  public void close() {
    List<OpenLog> all;
    synchronized (open) {
      all = List.copyOf(open.values());
      open.clear();
    }
    all.forEach(use -> use.appender.close());
  }
}
