package dev.pawl.protocol;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Bytes of a step's log, as one binary frame: the length of the lease id (one byte), the id, the
/// step's index (four), the offset (eight), and the bytes.
@SuppressWarnings("ArrayRecordComponent") // on their way, never compared
public record LogFrame(String leaseId, int stepIndex, long offset, byte[] bytes) {

  /// The most bytes of log in a frame.
  public static final int MOST_BYTES = 64 * 1024;

  /// The most bytes of a lease's log that may be on their way, unacknowledged.
  public static final int WINDOW = 256 * 1024;

  /// More steps than any job has, with a hook before and after each.
  private static final int MOST_STEPS = 10_000;

  /// The index of no step: what the job's steps have written to be read when it is over.
  public static final int SUMMARY = Integer.MAX_VALUE;

  private static final int LONGEST_LEASE_ID = 255;

  public byte[] encode() {
    byte[] lease = leaseId.getBytes(StandardCharsets.US_ASCII);
    if (lease.length > LONGEST_LEASE_ID || bytes.length > MOST_BYTES) {
      throw new MalformedFrame("a log frame that is too large");
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
      boolean isKnown = (step >= 0 && step < MOST_STEPS) || step == SUMMARY;
      if (bytes.length > MOST_BYTES || !isKnown || offset < 0) {
        throw new MalformedFrame("a log frame out of bounds");
      }
      return new LogFrame(new String(lease, StandardCharsets.US_ASCII), step, offset, bytes);
    } catch (BufferUnderflowException _) {
      throw new MalformedFrame("a log frame that ends too early");
    }
  }
}
