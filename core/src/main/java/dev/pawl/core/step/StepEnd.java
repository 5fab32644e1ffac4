package dev.pawl.core.step;

/// The end of a step's process.
///
/// @param exitCode the exit code; meaningful only if `ender` is `PROCESS`
/// @param ender the cause of its end
/// @param message why it could not start, or what ended it; may be empty
public record StepEnd(int exitCode, Ender ender, String message) {

  /// The cause of the end of a step's process.
  public enum Ender {
    /// The process exited by itself.
    PROCESS,
    /// No process has ended: it could not be started, the step never started, or it still runs. The
    /// name is part of the protocol, the journal and the workflow language.
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
