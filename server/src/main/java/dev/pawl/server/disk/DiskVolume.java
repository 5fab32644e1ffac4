package dev.pawl.server.disk;

import java.nio.file.Path;
import java.util.Optional;

/// The disk of a directory, and how full it is. Its marks follow from its size: it is low below an
/// eighth, at most 512 MiB, and full below a sixty-fourth, at most 64 MiB; a disk that was low has
/// enough when half as much again is free. The space of the reserve does not count as free, whether
/// it is held or not. Used by one thread at a time.
final class DiskVolume {

  /// Sizes of a disk; 0 if they are not known.
  interface Probe {
    long total();

    long free();

    static Probe of(Path directory) {
      return new Probe() {
        @Override
        public long total() {
          return directory.toFile().getTotalSpace();
        }

        @Override
        public long free() {
          return directory.toFile().getUsableSpace();
        }
      };
    }
  }

  private static final long MEBIBYTE = 1L << 20;
  private static final long MOST_LOW = 512 * MEBIBYTE;
  private static final int LOW_SHARE = 8;
  private static final long MOST_FULL = 64 * MEBIBYTE;
  private static final int FULL_SHARE = 64;
  private static final long MOST_RESERVE = 64 * MEBIBYTE;
  private static final int RESERVE_SHARE = 16;
  private static final long MOST_SPARE = MEBIBYTE;
  private static final int SPARE_SHARE = 64;

  private final Path directory;
  private final Probe probe;
  private final Optional<DiskReserve> reserve;
  private final Optional<DiskReserve> spare;
  private DiskLevel level = DiskLevel.ENOUGH;
  private long free = Long.MAX_VALUE;

  /// The free bytes with those of a reserve that is not held.
  private long usable = Long.MAX_VALUE;

  private DiskVolume(
      Path directory, Probe probe, Optional<DiskReserve> reserve, Optional<DiskReserve> spare) {
    this.directory = directory;
    this.probe = probe;
    this.reserve = reserve;
    this.spare = spare;
  }

  static DiskVolume withoutReserve(Path directory, Probe probe) {
    return new DiskVolume(directory, probe, Optional.empty(), Optional.empty());
  }

  /// @param file takes up the reserve: a sixteenth of the disk, at most 64 MiB
  /// @param spare takes up what a start needs: a sixty-fourth of the disk, at most 1 MiB
  static DiskVolume withReserve(Path directory, Probe probe, Path file, Path spare) {
    long total = probe.total();
    return new DiskVolume(
        directory,
        probe,
        Optional.of(new DiskReserve(file, Math.min(MOST_RESERVE, total / RESERVE_SHARE))),
        Optional.of(new DiskReserve(spare, Math.min(MOST_SPARE, total / SPARE_SHARE))));
  }

  /// Sets free what a start needs, if the reserve is used up: something else has filled the disk.
  void prepareStart() {
    measure();
    spare.filter(it -> usable < it.bytes()).ifPresent(DiskReserve::release);
    measure();
  }

  /// Reserves what the next start needs, as far as there is room.
  void prepareStop() {
    boolean _ = spare.map(DiskReserve::allocate).orElse(true);
  }

  private long low() {
    return Math.min(MOST_LOW, probe.total() / LOW_SHARE);
  }

  /// Free bytes from which on a disk that was low has enough.
  private long high() {
    return low() + low() / 2;
  }

  private long full() {
    return Math.min(MOST_FULL, probe.total() / FULL_SHARE);
  }

  DiskLevel level() {
    return level;
  }

  /// How many bytes may be written before the disk is low.
  long room() {
    return level == DiskLevel.ENOUGH && probe.total() > 0 ? free - low() : Long.MAX_VALUE;
  }

  /// Measures the free space. Sets the reserve free if the disk is full, and reserves it again when
  /// there is room.
  void measure() {
    if (probe.total() == 0) {
      level = DiskLevel.ENOUGH;
      return;
    }
    free = probe.free() - missingReserve();
    boolean wasLow = level != DiskLevel.ENOUGH;
    boolean wasFull = level == DiskLevel.FULL;
    if (free < (wasFull ? 2 * full() : full())) {
      level = DiskLevel.FULL;
      reserve.ifPresent(DiskReserve::release);
    } else if (free < (wasLow ? high() : low())) {
      level = DiskLevel.LOW;
    } else {
      level = DiskLevel.ENOUGH;
    }
    if (free >= low()) {
      reserve.ifPresent(DiskReserve::allocate);
      spare.ifPresent(DiskReserve::allocate);
    }
    usable = probe.free();
  }

  /// The bytes of the reserve, if it is not held.
  private long missingReserve() {
    return reserve.filter(it -> !it.isHeld()).map(DiskReserve::bytes).orElse(0L);
  }

  /// How much is free of a disk that has not [DiskLevel#ENOUGH], in words for the operator.
  String problem() {
    return problemOf("the disk of " + directory);
  }

  /// The same in words for clients, who must not learn the paths of the server.
  String publicProblem() {
    return problemOf("the server's disk");
  }

  private String problemOf(String disk) {
    return "%s is %s: %s free, %s needed"
        .formatted(
            disk,
            level == DiskLevel.FULL ? "full" : "nearly full",
            size(usable),
            size(high() + missingReserve()));
  }

  /// What must be free so that a server can start, in words for people.
  String needOfStart() {
    return "the disk of %s has %s free, and %s are needed to start"
        .formatted(directory, size(usable), size(spare.map(DiskReserve::bytes).orElse(0L)));
  }

  private static String size(long bytes) {
    return bytes < 10 * MEBIBYTE ? bytes / 1024 + " KiB" : bytes / MEBIBYTE + " MiB";
  }
}
