package dev.pawl.workflow.model.step;

import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.Hook;
import java.util.List;
import java.util.Optional;

/// What a step asks for beyond GitHub's keys.
///
/// @param expectedExitCodes what counts as success; empty where it says nothing, and 0 is meant
public record StepPolicyDefinition(
    Optional<Retry> retry, List<Hook> hooks, Optional<Tool> tool, List<Integer> expectedExitCodes) {

  public static final StepPolicyDefinition NONE =
      new StepPolicyDefinition(Optional.empty(), List.of(), Optional.empty(), List.of());

  /// When a failed step is tried again in place.
  ///
  /// @param exitCodes after which; with `log` empty too, after any
  /// @param log a regular expression, found in some line of its log; empty for none
  public record Retry(int max, List<Integer> exitCodes, String log, Backoff backoff) {
    public Retry {
      exitCodes = List.copyOf(exitCodes);
    }
  }

  /// The tool whose breaker is asked before the step starts.
  ///
  /// @param waits whether the step waits while the breaker is open, instead of failing
  public record Tool(String name, boolean waits) {}

  public StepPolicyDefinition {
    hooks = List.copyOf(hooks);
    expectedExitCodes = List.copyOf(expectedExitCodes);
  }
}
