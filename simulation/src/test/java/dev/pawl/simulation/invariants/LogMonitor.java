package dev.pawl.simulation.invariants;

import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.server.logs.LogLimits;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/// Records what jobs printed, what is in their logs and what was acknowledged, where it happens.
///
/// Every byte follows from its position, so each is checked once, when it is written.
public final class LogMonitor implements InvariantCheck {

  /// The log of a step under a lease.
  public record Log(RunId run, LeaseRef lease, int step) {

    private byte at(long offset) {
      int place = run.value().hashCode() * 31 + lease.attempt().job() * 17 + lease.number();
      place = (place * 31 + lease.attempt().attempt()) * 31 + step;
      return (byte) (((place + (int) offset) * 0x9E3779B1) >>> 24);
    }

    /// The bytes that are printed there.
    public byte[] bytes(long offset, int count) {
      byte[] bytes = new byte[count];
      for (int i = 0; i < count; i++) {
        bytes[i] = at(offset + i);
      }
      return bytes;
    }
  }

  /// The limits of logs, which a job reaches once in a while.
  public static final LogLimits LIMITS = new LogLimits(100_000, 150_000, 300_000);

  private static final class Entry {
    private long printed;
    private long written;
    private long acknowledged;

    /// Where the log was cut; what is behind that place was not printed by the step.
    private long cut = Long.MAX_VALUE;
  }

  private final ViolationRecorder violations;
  private final ReferenceState reference;
  private final Map<Log, Entry> logs = new LinkedHashMap<>();

  public LogMonitor(ViolationRecorder violations, ReferenceState reference) {
    this.violations = violations;
    this.reference = reference;
  }

  private Entry entry(Log log) {
    return logs.computeIfAbsent(log, _ -> new Entry());
  }

  /// Returns the next `count` bytes that a step prints.
  public byte[] prints(Log log, int count) {
    Entry entry = entry(log);
    byte[] bytes = log.bytes(entry.printed, count);
    entry.printed += count;
    return bytes;
  }

  /// Checks bytes that are written into a log of length `size`.
  public void written(Log log, long size, long offset, ByteBuffer bytes) {
    if (offset > size) {
      broken("a gap from %d to %d in %s", size, offset, log);
    }
    ByteBuffer there = bytes.duplicate();
    Entry entry = entry(log);
    for (long at = offset; there.hasRemaining() && at < entry.cut; at++) {
      if (there.get() != log.at(at)) {
        broken("something else than was printed, at %d of %s", at, log);
      }
    }
    entry.written = Math.max(entry.written, Math.min(offset + bytes.remaining(), entry.cut));
    if (entry.written > entry.printed) {
      broken("more than was printed is in %s", log);
    }
    if (entry.written > LIMITS.step()) {
      broken("more than its limit is in %s", log);
    }
  }

  /// Records that a log is cut, where everything before must be durable.
  public void limited(Log log, long offset, long forced) {
    entry(log).cut = offset;
    if (forced < offset) {
      broken("it is cut at %d before that was durable: %s", offset, log);
    }
  }

  /// Records how much of a log is left after a crash.
  public void cut(Log log, long size) {
    Entry entry = entry(log);
    entry.written = Math.min(size, entry.cut);
    isKept(log, entry);
  }

  /// Records how much of a log was acknowledged.
  void acknowledged(LogAck ack) {
    reference
        .lease(ack.leaseId())
        .map(lease -> new Log(lease.run(), lease.lease(), ack.stepIndex()))
        .ifPresent(log -> {
          Entry entry = entry(log);
          if (ack.cut() && entry.cut == Long.MAX_VALUE) {
            broken("dropped bytes are acknowledged, and nothing says so, of %s", log);
          }
          entry.acknowledged = Math.max(entry.acknowledged, Math.min(ack.offset(), entry.cut));
          isKept(log, entry);
        });
  }

  private void isKept(Log log, Entry entry) {
    if (entry.written < entry.acknowledged) {
      broken("%d acknowledged, %d there of %s", entry.acknowledged, entry.written, log);
    }
  }

  /// Records that output was not acknowledged though the faults have ended.
  public void isForgotten(Log log) {
    broken("nobody takes what is left of %s", log);
  }

  /// A completed job has its whole log acknowledged.
  @Override
  public void line(ObservedTransition line) {
    if (line.cause() instanceof DomainEvent.LeaseMoved(var lease, var row, _)
        && row == LeaseEvent.COMPLETE) {
      RunId run = line.after().id();
      int steps = line.after().job(lease.attempt().job()).planned().steps().size();
      for (int step = 0; step < steps && !logs.isEmpty(); step++) {
        isComplete(new Log(run, lease, step));
      }
    }
  }

  private void isComplete(Log log) {
    Entry entry = logs.get(log);
    if (entry != null && entry.acknowledged < Math.min(entry.printed, entry.cut)) {
      broken("%d printed, %d acknowledged of %s", entry.printed, entry.acknowledged, log);
    }
  }

  @Override
  public void atRest(ReferenceState reference) {
    logs.forEach(this::isKept);
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is a library of its own
  private void broken(String how, Object... values) {
    violations.violated(Invariant.LOG_IN_ORDER, how.formatted(values));
  }
}
