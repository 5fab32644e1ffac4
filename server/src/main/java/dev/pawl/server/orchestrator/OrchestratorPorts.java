package dev.pawl.server.orchestrator;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.classify.FailureRules;
import dev.pawl.server.agents.SecretSource;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.effects.Forge;
import dev.pawl.server.effects.RunPlanner;
import java.util.List;

/// Ports of an orchestrator to the world, besides its store and its agents.
///
/// @param rules of the operator that classify failures, applied before the built-in ones
public record OrchestratorPorts(
    RunPlanner planner,
    Forge forge,
    RunObserver observer,
    List<FailureRule> rules,
    SecretSource secrets) {

  /// @throws IllegalArgumentException if there are too many rules, or two with the same name
  public OrchestratorPorts {
    rules = FailureRules.checked(rules);
  }

  /// Ports without rules and secrets.
  public OrchestratorPorts(RunPlanner planner, Forge forge, RunObserver observer) {
    this(planner, forge, observer, List.of(), SecretSource.NONE);
  }

  /// Ports for runs that bring their plans, and have no forge to report to.
  public static OrchestratorPorts observedBy(RunObserver observer) {
    return new OrchestratorPorts(RunPlanner.NONE, Forge.NONE, observer);
  }

  /// The same with rules of the operator.
  ///
  /// @throws IllegalArgumentException if there are too many, or two with the same name
  public OrchestratorPorts withRules(List<FailureRule> others) {
    return new OrchestratorPorts(planner, forge, observer, others, secrets);
  }

  /// The same with secrets.
  public OrchestratorPorts withSecrets(SecretSource others) {
    return new OrchestratorPorts(planner, forge, observer, rules, others);
  }
}
