package dev.pawl.workflow.model.step;

/// The action that a step's reference resolves to.
public sealed interface ResolvedAction {

  /// The built-in `actions/checkout`.
  record Checkout() implements ResolvedAction {}

  /// A composite action of the repository.
  record Composite(CompositeAction action) implements ResolvedAction {}

  /// No action that can run: the step fails with the reason.
  record Unavailable(String reason) implements ResolvedAction {}
}
