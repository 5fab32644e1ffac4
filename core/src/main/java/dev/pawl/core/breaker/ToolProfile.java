package dev.pawl.core.breaker;

import dev.pawl.core.plan.StepPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The settings of a tool that steps depend on: its breaker, and defaults for the steps that name
/// it.
///
/// @param failureThreshold consecutive failures that open the breaker
/// @param cooldown how long it stays open before a probe
/// @param successThreshold successful probes that close it
/// @param failureExitCodes exit codes that mean that the tool failed, not what it was used for
/// @param expectedExitCodes exit codes of success; empty if nothing is known
/// @param retryOnFailure whether a step is retried in place
/// @param maxRetries the most retries in place
/// @param healthCheck the command that tells whether the tool works
public record ToolProfile(
    int failureThreshold,
    Duration cooldown,
    int successThreshold,
    List<Integer> failureExitCodes,
    List<Integer> expectedExitCodes,
    boolean retryOnFailure,
    int maxRetries,
    Optional<String> healthCheck) {

  public static final ToolProfile DEFAULT = breaking(5, Duration.ofSeconds(60), 1, List.of());

  public ToolProfile {
    failureExitCodes = List.copyOf(failureExitCodes);
    expectedExitCodes = List.copyOf(expectedExitCodes);
  }

  /// A profile with breaker settings only.
  public static ToolProfile breaking(
      int failureThreshold,
      Duration cooldown,
      int successThreshold,
      List<Integer> failureExitCodes) {
    return new ToolProfile(
        failureThreshold,
        cooldown,
        successThreshold,
        failureExitCodes,
        List.of(),
        false,
        0,
        Optional.empty());
  }

  /// The exit codes of success for a step that uses the tool: its own, if it has any.
  public List<Integer> expectedExitCodes(StepPolicy step) {
    return step.expectedExitCodes().isEmpty() ? expectedExitCodes : step.expectedExitCodes();
  }

  /// The retries in place of a step that uses the tool: its own, if it has any.
  public int retries(StepPolicy step) {
    return step.retries() > 0 || !retryOnFailure ? step.retries() : maxRetries;
  }
}
