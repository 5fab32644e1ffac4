package dev.pawl.server.logs;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.protocol.LogFrame;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/// Decides how much may be appended to a log: by the limits of its step, job and run, and by the
/// free space of the disk.
///
/// It counts what it grants. What others have written is found on disk: when a run is first seen
/// here, and again whenever a sixteenth of the job's limit was written here. So the limits of a job
/// and a run are exceeded by at most that much for each orchestrator that takes part. Bounded.
/// Thread-safe.
final class LogQuota {

  /// Permission to append some of the bytes.
  ///
  /// @param reason why not all of them; empty if all
  record Grant(int bytes, String reason) {}

  private static final int MOST_RUNS = 1_000;
  private static final int SCANS_PER_LIMIT = 16;

  private final LogDisk disk;
  private final LogLimits limits;
  private final LongFunction<Optional<String>> space;

  /// The runs that were used last.
  private final Map<RunId, Usage> runs =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Usage> eldest) {
          return size() > MOST_RUNS;
        }
      };

  /// @param space the reason why so many bytes may not be written, if they may not
  LogQuota(LogDisk disk, LogLimits limits, LongFunction<Optional<String>> space) {
    this.disk = disk;
    this.limits = limits;
    this.space = space;
  }

  /// The bytes of a run's logs.
  private static final class Usage {
    private final Map<LeaseRef, Long> leases = new HashMap<>();
    private long total;
    private long sinceScan = Long.MAX_VALUE;

    private void scan(Map<LeaseRef, Long> found) {
      leases.clear();
      leases.putAll(found);
      total = found.values().stream().mapToLong(Long::longValue).sum();
      sinceScan = 0;
    }

    private void add(LeaseRef lease, long bytes) {
      leases.merge(lease, bytes, Long::sum);
      total += bytes;
      sinceScan += bytes;
    }
  }

  /// Grants bytes that are to be appended to a log of that size.
  Grant grant(LogRef log, long size, int wanted) {
    Usage usage = usage(log.run());
    synchronized (usage) {
      if (usage.sinceScan > Math.min(limits.job(), limits.run()) / SCANS_PER_LIMIT) {
        usage.scan(disk.usage(log.run()));
      }
      Grant grant = granted(log, usage, size, wanted);
      usage.add(log.lease(), grant.bytes());
      return grant;
    }
  }

  private Usage usage(RunId run) {
    synchronized (runs) {
      return runs.computeIfAbsent(run, _ -> new Usage());
    }
  }

  private Grant granted(LogRef log, Usage usage, long size, int wanted) {
    Optional<String> shortage = space.apply(wanted);
    if (shortage.isPresent()) {
      return new Grant(0, shortage.get());
    }
    long ofJob = limits.job() - usage.leases.getOrDefault(log.lease(), 0L);
    long ofRun = limits.run() - usage.total;
    long ofStep = limits.of(log.step()) - size;
    // A hostile agent has as many steps as it likes, so that beginnings are limited, too.
    boolean keepsBeginning = ofJob > -limits.job() && ofRun > -limits.run();
    long beginning = keepsBeginning ? LogLimits.BEGINNING - size : 0;
    long left = Math.min(ofStep, Math.max(beginning, Math.min(ofJob, ofRun)));
    if (left >= wanted) {
      return new Grant(wanted, "");
    }
    String reason;
    if (left == ofStep) {
      boolean isSummary = log.step() == LogFrame.SUMMARY_INDEX;
      reason = reached(isSummary ? "summary" : "step", limits.of(log.step()));
    } else if (ofJob <= ofRun) {
      reason = reached("job", limits.job());
    } else {
      reason = reached("run", limits.run());
    }
    return new Grant((int) Math.max(0, left), reason);
  }

  private static String reached(String whose, long limit) {
    String size =
        limit % LogLimits.MEBIBYTE == 0 ? limit / LogLimits.MEBIBYTE + " MiB" : limit + " bytes";
    return "the log of the %s has reached its limit of %s".formatted(whose, size);
  }
}
