package dev.pawl.cli.runs;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogReader;
import dev.pawl.server.logs.LogRef;
import dev.pawl.server.logs.LogTimes;
import java.time.Instant;
import java.util.Optional;

/// The logs in files of this machine.
public record FileLogs(LogFiles files) implements LogSource {

  @Override
  public Optional<StepLog> log(RunId run, AttemptRef attempt, int step) {
    return files.newest(run, attempt.job(), attempt.attempt(), step).map(FileLog::new);
  }

  @Override
  public Optional<StepLog> log(RunId run, LeaseRef lease, int step) {
    return Optional.of(new FileLog(files.log(new LogRef(run, lease, step))));
  }

  /// One of them.
  private static final class FileLog implements StepLog {

    private final LogReader log;
    private final LogTimes times;
    private boolean hasNewBytes;

    private FileLog(LogReader log) {
      this.log = log;
      this.times = log.times();
    }

    @Override
    public byte[] bytes(long offset, int most) {
      hasNewBytes = true;
      return log.bytes(offset, most);
    }

    @Override
    public long size() {
      return log.size();
    }

    @Override
    public byte[] tail(int lines) {
      return log.tail(lines).bytes();
    }

    @Override
    public Optional<Instant> time(long offset) {
      if (hasNewBytes) {
        times.refresh();
        hasNewBytes = false;
      }
      return times.at(offset);
    }

    @Override
    public boolean isDue() {
      return true;
    }
  }
}
