package dev.pawl.simulation.mutants;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.protocol.LogFrame;
import dev.pawl.server.logs.LogCut;
import dev.pawl.server.logs.LogDisk;
import dev.pawl.server.logs.LogRef;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/// A log disk with a defect in how it writes.
public record MutantDisk(LogDisk disk, Mutant mutant) implements LogDisk {

  @Override
  public Log open(LogRef ref) {
    Log log = disk.open(ref);
    return switch (mutant) {
      case ACKNOWLEDGES_LOGS_TOO_EARLY, FORGETS_THE_CUT_OF_A_LOG -> new Broken(log, mutant);
      default -> log;
    };
  }

  @Override
  public Map<LeaseRef, Long> usage(RunId run) {
    return disk.usage(run);
  }

  private record Broken(Log log, Mutant mutant) implements Log {

    @Override
    public long size() {
      return log.size();
    }

    @Override
    public byte[] before(long offset, int most) {
      return log.before(offset, most);
    }

    @Override
    public Optional<LogCut> cut() {
      return log.cut();
    }

    @Override
    public LogCut cut(LogCut at) {
      return mutant == Mutant.FORGETS_THE_CUT_OF_A_LOG ? at : log.cut(at);
    }

    @Override
    public void write(long offset, ByteBuffer bytes) {
      log.write(offset, bytes);
    }

    @Override
    public void force() {
      if (mutant != Mutant.ACKNOWLEDGES_LOGS_TOO_EARLY) {
        log.force();
      }
    }

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
