package dev.pawl.simulation.world;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogCut;
import dev.pawl.server.logs.LogDisk;
import dev.pawl.server.logs.LogRef;
import dev.pawl.simulation.invariants.LogMonitor;
import dev.pawl.simulation.invariants.LogMonitor.Log;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.FaultKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The log disk that all orchestrators share, with simulated faults. It keeps the length of each
/// log; the log monitor checks the bytes as they are written.
final class SimulatedLogDisk {

  /// One write in so many fails, for each kind of fault.
  private static final int SELDOM = 250;

  private final Timeline timeline;
  private final FaultInjector faults;
  private final RandomStream chance;
  private final LogMonitor monitor;
  private final Map<Log, File> files = new LinkedHashMap<>();
  private final Map<SimulatedOrchestrator, Set<File>> unforced = new LinkedHashMap<>();
  private long fullUntil;

  SimulatedLogDisk(
      Timeline timeline, FaultInjector faults, RandomStream chance, LogMonitor monitor) {
    this.timeline = timeline;
    this.faults = faults;
    this.chance = chance;
    this.monitor = monitor;
  }

  private static final class File {
    private final Log log;
    private long size;
    private long forced;
    private Optional<LogCut> cut = Optional.empty();

    private File(Log log) {
      this.log = log;
    }
  }

  /// The disk as that orchestrator sees it.
  LogDisk of(SimulatedOrchestrator host) {
    return new LogDisk() {
      @Override
      public LogDisk.Log open(LogRef ref) {
        var log = new LogMonitor.Log(ref.run(), ref.lease(), ref.step());
        return new OpenFile(host, files.computeIfAbsent(log, File::new));
      }

      @Override
      public Map<LeaseRef, Long> usage(RunId run) {
        Map<LeaseRef, Long> usage = new LinkedHashMap<>();
        files.values().stream()
            .filter(file -> file.log.run().equals(run))
            .forEach(file -> usage.merge(file.log.lease(), file.size, Long::sum));
        return usage;
      }
    };
  }

  /// A log as an orchestrator has it open.
  private final class OpenFile implements LogDisk.Log {
    private final SimulatedOrchestrator host;
    private final File file;

    private OpenFile(SimulatedOrchestrator host, File file) {
      this.host = host;
      this.file = file;
    }

    @Override
    public long size() {
      return file.size;
    }

    @Override
    public byte[] before(long offset, int most) {
      return new byte[0]; // no job here has a secret
    }

    @Override
    public void write(long offset, ByteBuffer bytes) {
      SimulatedLogDisk.this.write(host, file, offset, bytes);
    }

    @Override
    public Optional<LogCut> cut() {
      return file.cut;
    }

    @Override
    public LogCut cut(LogCut at) {
      if (file.cut.isEmpty()) {
        crash(host, FaultKind.CRASH_BEFORE_COMMIT);
        file.cut = Optional.of(at);
        monitor.limited(file.log, at.offset(), file.forced);
        crash(host, FaultKind.CRASH_AFTER_COMMIT);
      }
      return file.cut.orElseThrow();
    }

    @Override
    public void force() {
      SimulatedLogDisk.this.force(host, file);
    }

    @Override
    public void close() {}
  }

  long size(RunId run, LeaseRef lease, int step) {
    File file = files.get(new Log(run, lease, step));
    return file == null ? 0 : file.size;
  }

  private void write(SimulatedOrchestrator host, File file, long offset, ByteBuffer bytes) {
    if (timeline.now() < fullUntil && !faults.areOver()) {
      throw full();
    }
    if (happens(FaultKind.STORE_FULL)) {
      fullUntil = timeline.now() + chance.between(500, 40_000);
      put(host, file, offset, bytes.limit(bytes.position() + chance.below(bytes.remaining())));
      throw full();
    }
    put(host, file, offset, bytes);
  }

  private static UncheckedIOException full() {
    return new UncheckedIOException(new IOException("no space left on the device"));
  }

  private void put(SimulatedOrchestrator host, File file, long offset, ByteBuffer bytes) {
    monitor.written(file.log, file.size, offset, bytes);
    file.size = Math.max(file.size, offset + bytes.remaining());
    unforced.computeIfAbsent(host, _ -> new LinkedHashSet<>()).add(file);
  }

  private void force(SimulatedOrchestrator host, File file) {
    if (happens(FaultKind.STORE_SLOW)) {
      host.busyFor(chance.heavyTail(200, 30_000));
    }
    crash(host, FaultKind.CRASH_BEFORE_COMMIT);
    file.forced = file.size;
    unforced.values().forEach(files -> files.remove(file));
    crash(host, FaultKind.CRASH_AFTER_COMMIT);
  }

  private void crash(SimulatedOrchestrator host, FaultKind fault) {
    if (happens(fault)) {
      host.die();
      throw new SimulatedCrash();
    }
  }

  /// Drops a random part of the bytes that a crashed orchestrator had not forced.
  void died(SimulatedOrchestrator host) {
    Set<File> files = unforced.remove(host);
    if (files != null) {
      for (File file : files) {
        file.size = chance.between(file.forced, file.size);
        monitor.cut(file.log, file.size);
      }
    }
  }

  private boolean happens(FaultKind fault) {
    return faults.mayHappen(fault) && chance.oneIn(SELDOM) && faults.fires(fault);
  }
}
