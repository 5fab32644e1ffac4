package dev.pawl.core.step;

/// How a step's process ended.
///
/// @param exitCode what the process returned; meaningful only where `ender` is `PROCESS`
/// @param ender who ended it
/// @param message for people: why it could not start, or what ended it; empty if there is nothing
///   to say
public record StepEnd(int exitCode, Ender ender, String message) {

  /// Who ended the process of a step.
  public enum Ender {
    /// It ended by itself.
    PROCESS,
    /// There was no process: it could not be started, or the step never came to it.
    NOBODY,
    /// SIGTERM, and it went within its grace period.
    TERMINATED,
    /// SIGKILL.
    KILLED,
    /// It took longer than it was allowed to.
    TIMEOUT
  }

  /// The step never had a process.
  public static final StepEnd NEVER_RAN = new StepEnd(0, Ender.NOBODY, "");
}
