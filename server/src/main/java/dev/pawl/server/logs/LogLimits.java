package dev.pawl.server.logs;

import dev.pawl.protocol.LogFrame;

/// Limits of the bytes that logs may have. A log that reaches a limit is cut, and its job goes on.
///
/// @param step of one step
/// @param job of all steps of one attempt of a job, with its summary
/// @param run of all jobs of a run, with all their attempts
public record LogLimits(long step, long job, long run) {

  public static final long MEBIBYTE = 1L << 20;

  public static final LogLimits DEFAULT =
      new LogLimits(256 * MEBIBYTE, 256 * MEBIBYTE, 4096 * MEBIBYTE);

  /// The first bytes of each step are kept although the job or the run has reached its limit, so
  /// that one step cannot hide what the others say; until there is twice as much as the limit.
  static final long BEGINNING = 64 * 1024;

  /// Most bytes of a job's summary.
  static final long SUMMARY = 16 * MEBIBYTE;

  public LogLimits {
    if (step < 1 || job < 1 || run < 1) {
      throw new IllegalArgumentException("a log limit must be at least 1");
    }
  }

  /// The limit of a single log.
  long of(int stepIndex) {
    return stepIndex == LogFrame.SUMMARY_INDEX ? Math.min(SUMMARY, step) : step;
  }
}
