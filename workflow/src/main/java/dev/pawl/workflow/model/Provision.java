package dev.pawl.workflow.model;

/// What is behind the reference of a step to an action.
public sealed interface Provision {

  /// `actions/checkout`, which is built in.
  record Checkout() implements Provision {}

  /// The steps of an action of the repository.
  record Composite(CompositeAction action) implements Provision {}

  /// Nothing that could be run: the step fails, and says why.
  record Nothing(String why) implements Provision {}
}
