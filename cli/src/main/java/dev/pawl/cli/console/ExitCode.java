package dev.pawl.cli.console;

import dev.pawl.core.lifecycle.RunState;

/// The exit codes of all commands.
public final class ExitCode {

  public static final int SUCCESS = 0;
  public static final int RUN_FAILED = 1;

  /// Wrong usage, or an invalid workflow.
  public static final int INVALID = 2;

  /// The store or server is unavailable, or it rejected the command.
  public static final int UNAVAILABLE = 3;

  public static final int UNAUTHORIZED = 4;
  public static final int CANCELLED = 130;

  /// The exit code of a run that has ended.
  public static int of(RunState ended) {
    return switch (ended) {
      case SUCCESS, SKIPPED -> SUCCESS;
      case CANCELLED -> CANCELLED;
      case FAILED, TIMED_OUT, PLAN_FAILED -> RUN_FAILED;
      case CREATED, PLANNING, HELD, WAITING, QUEUED, RUNNING, RECOVERING, CANCELLING ->
          throw new IllegalArgumentException("the run is not over: " + ended);
    };
  }

  private ExitCode() {}
}
