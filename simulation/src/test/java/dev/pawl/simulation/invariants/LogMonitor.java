package dev.pawl.simulation.invariants;

import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/// What jobs printed, what is in their logs, and what of it was acknowledged: written down where it
/// happens. Every byte follows from its place, so each is looked at once, as it is written.
public final class LogMonitor implements InvariantCheck {

  /// The log of a step under a lease.
  public record Log(RunId run, LeaseRef lease, int step) {

    private byte at(long offset) {
      int place = run.value().hashCode() * 31 + lease.attempt().job() * 17 + lease.number();
      place = (place * 31 + lease.attempt().attempt()) * 31 + step;
      return (byte) (((place + (int) offset) * 0x9E3779B1) >>> 24);
    }

    /// What is printed there.
    public byte[] bytes(long offset, int count) {
      byte[] bytes = new byte[count];
      for (int i = 0; i < count; i++) {
        bytes[i] = at(offset + i);
      }
      return bytes;
    }
  }

  private static final class Entry {
    private long printed;
    private long written;
    private long acknowledged;
  }

  private final ViolationRecorder verdict;
  private final ReferenceState shadow;
  private final Map<Log, Entry> logs = new LinkedHashMap<>();

  public LogMonitor(ViolationRecorder verdict, ReferenceState shadow) {
    this.verdict = verdict;
    this.shadow = shadow;
  }

  private Entry entry(Log log) {
    return logs.computeIfAbsent(log, _ -> new Entry());
  }

  /// A step has printed `count` more bytes; gives them.
  public byte[] prints(Log log, int count) {
    Entry entry = entry(log);
    byte[] bytes = log.bytes(entry.printed, count);
    entry.printed += count;
    return bytes;
  }

  /// Bytes were written into a log that was that long.
  public void written(Log log, long size, long offset, ByteBuffer bytes) {
    if (offset > size) {
      broken("a gap from %d to %d in %s", size, offset, log);
    }
    ByteBuffer there = bytes.duplicate();
    for (long at = offset; there.hasRemaining(); at++) {
      if (there.get() != log.at(at)) {
        broken("something else than was printed, at %d of %s", at, log);
      }
    }
    Entry entry = entry(log);
    entry.written = Math.max(entry.written, offset + bytes.remaining());
    if (entry.written > entry.printed) {
      broken("more than was printed is in %s", log);
    }
  }

  /// A crash has left that much of it.
  public void cut(Log log, long size) {
    Entry entry = entry(log);
    entry.written = size;
    isKept(log, entry);
  }

  /// An agent is told how much of it is durable.
  void acknowledged(LogAck ack) {
    shadow
        .lease(ack.leaseId())
        .map(lease -> new Log(lease.run(), lease.lease(), ack.stepIndex()))
        .ifPresent(log -> {
          Entry entry = entry(log);
          entry.acknowledged = Math.max(entry.acknowledged, ack.offset());
          isKept(log, entry);
        });
  }

  private void isKept(Log log, Entry entry) {
    if (entry.written < entry.acknowledged) {
      broken("%d acknowledged, %d there of %s", entry.acknowledged, entry.written, log);
    }
  }

  /// In peace, everything that is printed is acknowledged some time.
  public void isForgotten(Log log) {
    broken("nobody takes what is left of %s", log);
  }

  /// Whoever completes has its log there.
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
    if (entry != null && entry.acknowledged < entry.printed) {
      broken("%d printed, %d acknowledged of %s", entry.printed, entry.acknowledged, log);
    }
  }

  @Override
  public void atRest(ReferenceState shadow) {
    logs.forEach(this::isKept);
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is a library of its own
  private void broken(String how, Object... values) {
    verdict.violated(Invariant.LOG_IN_ORDER, how.formatted(values));
  }
}
