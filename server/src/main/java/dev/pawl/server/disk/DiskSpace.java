package dev.pawl.server.disk;

import dev.pawl.server.SupervisedThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Free space of the disks that a server writes to, measured twice a second and before a burst of
/// writing. Thread-safe.
public final class DiskSpace implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);
  private static final String CONSEQUENCE =
      ". New runs are rejected, queued jobs wait, and logs are cut";
  private static final String RESERVE = "reserve";
  private static final String SPARE = "reserve-for-start";
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /// The state of the fullest disk.
  ///
  /// @param problem in words for clients; empty if there is enough
  public record Status(DiskLevel level, String problem) {}

  private static final Status ENOUGH = new Status(DiskLevel.ENOUGH, "");

  private final List<DiskVolume> volumes;
  private final SupervisedThread thread;

  /// How many bytes may be written before the space is measured again.
  private final AtomicLong room = new AtomicLong();

  private volatile Status status = ENOUGH;
  private volatile Consumer<Status> onChange = _ -> {};

  DiskSpace(List<DiskVolume> volumes) {
    this.volumes = volumes;
    this.thread =
        SupervisedThread.restartedAfterErrors(
            Thread.ofVirtual().name("disk-space"), this::measureForEver);
  }

  /// The space of a server's directories, which may be on different disks. The reserves are files
  /// in the first. It is measured once: on a full disk the reserve is set free, so that a store can
  /// be opened; and if something else has used that up, a spare that is kept for a start.
  public static DiskSpace of(Path data, Path logs) {
    var space =
        new DiskSpace(
            List.of(
                DiskVolume.withReserve(
                    data, DiskVolume.Probe.of(data), data.resolve(RESERVE), data.resolve(SPARE)),
                DiskVolume.withoutReserve(logs, DiskVolume.Probe.of(logs))));
    space.volumes.forEach(DiskVolume::prepareStart);
    space.measure();
    return space;
  }

  /// What the first directory's disk lacks for a start, in words for people; empty unless it is
  /// full.
  public synchronized Optional<String> needOfStart() {
    measure();
    return volumes.stream()
        .findFirst()
        .filter(it -> it.level() == DiskLevel.FULL)
        .map(DiskVolume::needOfStart);
  }

  /// What is wrong with the free space of a directory, in words for people; empty if nothing is.
  public static Optional<String> problemOf(Path directory) {
    var volume = DiskVolume.withoutReserve(directory, DiskVolume.Probe.of(directory));
    volume.measure();
    return Optional.of(volume)
        .filter(it -> it.level() != DiskLevel.ENOUGH)
        .map(DiskVolume::problem);
  }

  /// Measures again and again.
  ///
  /// @param listener told the level, and when it changes, by any thread
  public void start(Consumer<Status> listener) {
    listen(listener);
    var _ = thread.start();
  }

  synchronized void listen(Consumer<Status> listener) {
    onChange = listener;
    listener.accept(status);
  }

  private void measureForEver() throws InterruptedException {
    while (true) {
      Thread.sleep(INTERVAL);
      measure();
    }
  }

  synchronized void measure() {
    volumes.forEach(DiskVolume::measure);
    room.set(volumes.stream().mapToLong(DiskVolume::room).min().orElse(Long.MAX_VALUE));
    DiskVolume fullest =
        volumes.stream().max(Comparator.comparing(DiskVolume::level)).orElseThrow();
    DiskLevel before = status.level();
    status =
        fullest.level() == DiskLevel.ENOUGH
            ? ENOUGH
            : new Status(fullest.level(), fullest.publicProblem() + CONSEQUENCE);
    if (before != status.level()) {
      if (status.level() == DiskLevel.ENOUGH) {
        LOG.info("the disk has enough space again");
      } else {
        LOG.warn("{}{}", fullest.problem(), CONSEQUENCE);
      }
      onChange.accept(status);
    }
  }

  public Status status() {
    return status;
  }

  /// The reason why so many bytes of logs may not be written, if they may not.
  public Optional<String> shortage(long bytes) {
    if (status.level() == DiskLevel.ENOUGH && room.addAndGet(-bytes) < 0) {
      measure();
    }
    return switch (status.level()) {
      case ENOUGH -> Optional.empty();
      case LOW -> Optional.of("the server's disk was nearly full");
      case FULL -> Optional.of("the server's disk was full");
    };
  }

  /// Ends the measuring, when nothing else writes any more.
  @Override
  public synchronized void close() {
    thread.interrupt();
    volumes.forEach(DiskVolume::prepareStop);
  }
}
