package dev.pawl.cli.console;

/// What the commands return.
public final class ExitCode {

  public static final int SUCCESS = 0;
  public static final int RUN_FAILED = 1;

  /// Wrong usage, or a workflow that is not one.
  public static final int INVALID = 2;

  /// The server said no or is not there; here, the store.
  public static final int UNAVAILABLE = 3;

  public static final int UNAUTHORIZED = 4;
  public static final int CANCELLED = 130;

  private ExitCode() {}
}
