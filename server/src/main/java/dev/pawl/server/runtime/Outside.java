package dev.pawl.server.runtime;

import dev.pawl.core.classify.Rule;
import dev.pawl.core.classify.Rules;
import java.util.List;

/// What is around the loop beside its store and its agents.
///
/// @param rules by which the operator wants failures to be classified, before the starter set
public record Outside(
    Workflows workflows, Forge forge, RunObserver observer, List<Rule> rules, Secrets secrets) {

  /// @throws IllegalArgumentException if there are too many rules, or two with the same name
  public Outside {
    rules = Rules.checked(rules);
  }

  /// Where the operator has no rules and no secrets.
  public Outside(Workflows workflows, Forge forge, RunObserver observer) {
    this(workflows, forge, observer, List.of(), Secrets.NONE);
  }

  /// For runs that bring their plans, and whose commits nobody asks about.
  public static Outside seenBy(RunObserver observer) {
    return new Outside(Workflows.NONE, Forge.NONE, observer);
  }

  /// The same with secrets.
  public Outside with(Secrets others) {
    return new Outside(workflows, forge, observer, rules, others);
  }
}
