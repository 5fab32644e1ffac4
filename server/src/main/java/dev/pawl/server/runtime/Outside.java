package dev.pawl.server.runtime;

/// What is around the loop beside its store and its agents.
public record Outside(Workflows workflows, Forge forge, RunObserver observer) {

  /// For runs that bring their plans, and whose commits nobody asks about.
  public static Outside seenBy(RunObserver observer) {
    return new Outside(Workflows.NONE, Forge.NONE, observer);
  }
}
