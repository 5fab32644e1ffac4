package dev.pawl.simulation.mutants;

import dev.pawl.protocol.LogFrame;
import dev.pawl.server.logs.LogDisk;
import dev.pawl.server.logs.LogRef;
import java.nio.ByteBuffer;

/// A log disk with a defect in how it writes.
public record MutantDisk(LogDisk disk, Mutant mutant) implements LogDisk {

  @Override
  public Log open(LogRef ref) {
    Log log = disk.open(ref);
    return mutant == Mutant.ACKNOWLEDGES_LOGS_TOO_EARLY ? new Unforced(log) : log;
  }

  private record Unforced(Log log) implements Log {

    @Override
    public long size() {
      return log.size();
    }

    @Override
    public byte[] before(long offset, int most) {
      return log.before(offset, most);
    }

    @Override
    public void write(long offset, ByteBuffer bytes) {
      log.write(offset, bytes);
    }

    @Override
    public void force() {}

    @Override
    public void close() {
      log.close();
    }
  }

  /// The frame as the defect changes it, for a log of that size.
  public static LogFrame doctored(Mutant mutant, LogFrame frame, long size) {
    return mutant == Mutant.APPENDS_A_REPEATED_FRAME && frame.offset() < size
        ? new LogFrame(frame.leaseId(), frame.stepIndex(), size, frame.bytes())
        : frame;
  }
}
