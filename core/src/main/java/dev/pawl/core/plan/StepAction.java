package dev.pawl.core.plan;

/// What a step does.
public sealed interface StepAction {

  /// A script.
  ///
  /// @param run the script, a text
  /// @param shell empty, a name, or a command with `{0}` where the script's file goes
  /// @param workingDirectory relative to the workspace; empty for the workspace itself
  record Script(String run, String shell, String workingDirectory) implements StepAction {}

  /// The built-in one that brings the sources, as its step's `with` says.
  record Checkout() implements StepAction {}

  /// Something that is not to be had. The step fails, and says why.
  ///
  /// @param uses what it asks for
  record Unavailable(String uses, String why) implements StepAction {}
}
