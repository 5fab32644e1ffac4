package dev.pawl.cli.option;

import dev.pawl.server.logs.LogLimits;
import java.util.Optional;
import java.util.stream.LongStream;
import picocli.CommandLine.Option;

/// The options that limit the size of logs.
public final class LogLimitOptions {

  private static final long MOST_MEBIBYTES = 1L << 30;

  @Option(
      names = "--log-limit-step",
      paramLabel = "MIB",
      description = "Largest log of a step in MiB. Default: 256. A log that is larger is cut.")
  private long step = LogLimits.DEFAULT.step() / LogLimits.MEBIBYTE;

  @Option(
      names = "--log-limit-job",
      paramLabel = "MIB",
      description = "Largest log of a job in MiB, all steps together. Default: 256.")
  private long job = LogLimits.DEFAULT.job() / LogLimits.MEBIBYTE;

  @Option(
      names = "--log-limit-run",
      paramLabel = "MIB",
      description = "Largest log of a run in MiB, all jobs and attempts together. Default: 4096.")
  private long run = LogLimits.DEFAULT.run() / LogLimits.MEBIBYTE;

  /// What is wrong with the options, if anything is.
  public Optional<String> problem() {
    boolean isInRange =
        LongStream.of(step, job, run).allMatch(limit -> limit >= 1 && limit <= MOST_MEBIBYTES);
    return isInRange
        ? Optional.empty()
        : Optional.of(
            "--log-limit-step, --log-limit-job and --log-limit-run must be from 1 to %d"
                .formatted(MOST_MEBIBYTES));
  }

  public LogLimits limits() {
    return new LogLimits(
        step * LogLimits.MEBIBYTE, job * LogLimits.MEBIBYTE, run * LogLimits.MEBIBYTE);
  }
}
