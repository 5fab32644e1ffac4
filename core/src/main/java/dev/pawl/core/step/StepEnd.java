package dev.pawl.core.step;

/// The end of a step's process.
///
/// @param exitCode the exit code; meaningful only if `ender` is `PROCESS`
/// @param ender who ended it
/// @param message why it could not start, or what ended it; may be empty
public record StepEnd(int exitCode, Ender ender, String message) {

  /// The cause of the end of a step's process.
  public enum Ender {
    /// The process exited by itself.
    PROCESS,
    /// There was no process: it could not be started, or the step never started.
    NOBODY,
    /// SIGTERM, and it exited within its grace period.
    TERMINATED,
    /// SIGKILL.
    KILLED,
    /// It exceeded its timeout.
    TIMEOUT
  }

  /// The end of a step that never had a process.
  public static final StepEnd NEVER_RAN = new StepEnd(0, Ender.NOBODY, "");
}
