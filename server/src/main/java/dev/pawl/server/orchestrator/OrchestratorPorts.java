package dev.pawl.server.orchestrator;

import dev.pawl.core.breaker.ToolProfiles;
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
/// @param tools the configured profiles of tools
public record OrchestratorPorts(
    RunPlanner planner,
    Forge forge,
    RunObserver observer,
    List<FailureRule> rules,
    SecretSource secrets,
    ToolProfiles tools) {

  /// @throws IllegalArgumentException if there are too many rules, or two with the same name
  public OrchestratorPorts {
    rules = FailureRules.checked(rules);
  }

  /// Ports without rules and secrets.
  public OrchestratorPorts(RunPlanner planner, Forge forge, RunObserver observer) {
    this(planner, forge, observer, List.of(), SecretSource.NONE, ToolProfiles.NONE);
  }

  /// Ports for runs that bring their plans, and have no forge to report to.
  public static OrchestratorPorts observedBy(RunObserver observer) {
    return new OrchestratorPorts(RunPlanner.NONE, Forge.NONE, observer);
  }

  /// The same with rules of the operator.
  ///
  /// @throws IllegalArgumentException if there are too many, or two with the same name
  public OrchestratorPorts withRules(List<FailureRule> others) {
    return new OrchestratorPorts(planner, forge, observer, others, secrets, tools);
  }

  /// The same with configured profiles of tools.
  public OrchestratorPorts withTools(ToolProfiles others) {
    return new OrchestratorPorts(planner, forge, observer, rules, secrets, others);
  }

  /// The same with secrets.
  public OrchestratorPorts withSecrets(SecretSource others) {
    return new OrchestratorPorts(planner, forge, observer, rules, others, tools);
  }
}
