package dev.pawl.cli.console;

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

  private ExitCode() {}
}
