package dev.pawl.workflow.model.step;

/// What is behind the reference of a step to an action.
public sealed interface ResolvedAction {

  /// `actions/checkout`, which is built in.
  record Checkout() implements ResolvedAction {}

  /// The steps of an action of the repository.
  record Composite(CompositeAction action) implements ResolvedAction {}

  /// Nothing that could be run: the step fails, and says why.
  record Unavailable(String reason) implements ResolvedAction {}
}
