package dev.pawl.core.plan;

/// The action of a step.
public sealed interface StepAction {

  /// A script.
  ///
  /// @param run the script, a text
  /// @param shell empty, a name, or a command with `{0}` for the script's file
  /// @param workingDirectory relative to the workspace; empty for the workspace itself
  record Script(String run, String shell, String workingDirectory) implements StepAction {}

  /// The built-in checkout of the sources, configured by the step's `with`.
  record Checkout() implements StepAction {}

  /// An action that is not available. The step fails with the reason.
  ///
  /// @param uses the action that the step names
  record Unavailable(String uses, String why) implements StepAction {}
}
