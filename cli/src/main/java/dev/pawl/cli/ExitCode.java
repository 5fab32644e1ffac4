package dev.pawl.cli;

/// What the commands return.
final class ExitCode {

  static final int SUCCESS = 0;
  static final int RUN_FAILED = 1;

  /// Wrong usage, or a workflow that is not one.
  static final int INVALID = 2;

  /// The server said no or is not there; here, the store.
  static final int UNAVAILABLE = 3;

  static final int NOT_ALLOWED = 4;
  static final int CANCELLED = 130;

  private ExitCode() {}
}
