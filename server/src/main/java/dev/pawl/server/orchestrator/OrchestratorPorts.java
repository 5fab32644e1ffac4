package dev.pawl.server.orchestrator;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.classify.FailureRules;
import dev.pawl.server.agents.SecretSource;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.effects.Forge;
import dev.pawl.server.effects.RunPlanner;
import java.util.List;

/// What is around the loop beside its store and its agents.
///
/// @param rules by which the operator wants failures to be classified, before the starter set
public record OrchestratorPorts(
    RunPlanner workflows,
    Forge forge,
    RunObserver observer,
    List<FailureRule> rules,
    SecretSource secrets) {

  /// @throws IllegalArgumentException if there are too many rules, or two with the same name
  public OrchestratorPorts {
    rules = FailureRules.checked(rules);
  }

  /// Where the operator has no rules and no secrets.
  public OrchestratorPorts(RunPlanner workflows, Forge forge, RunObserver observer) {
    this(workflows, forge, observer, List.of(), SecretSource.NONE);
  }

  /// For runs that bring their plans, and whose commits nobody asks about.
  public static OrchestratorPorts observedBy(RunObserver observer) {
    return new OrchestratorPorts(RunPlanner.NONE, Forge.NONE, observer);
  }

  /// The same with secrets.
  public OrchestratorPorts withSecrets(SecretSource others) {
    return new OrchestratorPorts(workflows, forge, observer, rules, others);
  }
}
