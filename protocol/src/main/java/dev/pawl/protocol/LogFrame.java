package dev.pawl.protocol;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A part of a step's log, sent as one binary frame: the length of the lease id (one byte), the id,
/// the step's index (four), the offset (eight), and the bytes.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LogFrame(String leaseId, int stepIndex, long offset, byte[] bytes) {

  /// The most bytes of log in a frame.
  public static final int MAX_BYTES = 64 * 1024;

  /// The most bytes of a lease's log that may be in flight, unacknowledged.
  public static final int WINDOW_BYTES = 1024 * 1024;

  /// More steps than any job has, with a hook before and after each.
  public static final int MAX_STEPS = 10_000;

  /// The index of the job's summary, in place of a step's.
  public static final int SUMMARY_INDEX = Integer.MAX_VALUE;

  private static final int MAX_LEASE_ID_LENGTH = 255;

  /// Merges adjacent frames of the same log, which may make frames larger than those that are sent.
  /// Frames after a gap, and duplicates, stay as they are.
  public static List<LogFrame> merge(List<LogFrame> frames) {
    if (frames.size() < 2) {
      return frames;
    }
    List<Adjacent> merged = new ArrayList<>();
    for (LogFrame frame : frames) {
      int before = merged.size() - 1;
      while (before >= 0 && !merged.get(before).last().isOfSameLog(frame)) {
        before--;
      }
      if (before >= 0 && merged.get(before).last().end() == frame.offset) {
        merged.get(before).frames().add(frame);
      } else {
        merged.add(new Adjacent(new ArrayList<>(List.of(frame))));
      }
    }
    return merged.stream().map(Adjacent::merged).toList();
  }

  /// Frames of one log, each of which begins where the one before ends.
  private record Adjacent(List<LogFrame> frames) {

    private LogFrame last() {
      return frames.getLast();
    }

    private LogFrame merged() {
      LogFrame first = frames.getFirst();
      if (frames.size() == 1) {
        return first;
      }
      ByteBuffer all = ByteBuffer.allocate((int) (last().end() - first.offset));
      frames.forEach(frame -> all.put(frame.bytes));
      return new LogFrame(first.leaseId, first.stepIndex, first.offset, all.array());
    }
  }

  private boolean isOfSameLog(LogFrame other) {
    return stepIndex == other.stepIndex && leaseId.equals(other.leaseId);
  }

  private long end() {
    return offset + bytes.length;
  }

  public byte[] encode() {
    byte[] lease = leaseId.getBytes(StandardCharsets.US_ASCII);
    if (lease.length > MAX_LEASE_ID_LENGTH || bytes.length > MAX_BYTES) {
      throw new MalformedFrame("log frame rejected: it is too large");
    }
    return ByteBuffer.allocate(1 + lease.length + Integer.BYTES + Long.BYTES + bytes.length)
        .put((byte) lease.length)
        .put(lease)
        .putInt(stepIndex)
        .putLong(offset)
        .put(bytes)
        .array();
  }

  public static LogFrame decode(byte[] frame) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(frame);
      byte[] lease = new byte[Byte.toUnsignedInt(buffer.get())];
      buffer.get(lease);
      int step = buffer.getInt();
      long offset = buffer.getLong();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      boolean isKnown = (step >= 0 && step < MAX_STEPS) || step == SUMMARY_INDEX;
      if (bytes.length > MAX_BYTES || !isKnown || offset < 0) {
        throw new MalformedFrame("log frame rejected: its size, step or offset is out of bounds");
      }
      return new LogFrame(new String(lease, StandardCharsets.US_ASCII), step, offset, bytes);
    } catch (BufferUnderflowException _) {
      throw new MalformedFrame("log frame rejected: it ends too early");
    }
  }
}
