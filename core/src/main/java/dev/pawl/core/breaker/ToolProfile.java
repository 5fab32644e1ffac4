package dev.pawl.core.breaker;

import dev.pawl.core.plan.StepPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What is known of a tool that steps depend on, and what holds for a step that names it and says
/// nothing itself.
///
/// @param failureThreshold how many consecutive failures open the breaker
/// @param cooldown how long it stays open before a probe
/// @param successThreshold how many probes must succeed before it closes
/// @param failureExitCodes the exit codes that mean the tool failed, not what it was used for
/// @param expectedExitCodes what counts as success; empty where nothing is known
/// @param retryOnFailure whether a step is tried again in place
/// @param maxRetries how often, at the most
/// @param healthCheck the command that tells whether the tool can be used
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

  /// One that says something of its breaker only.
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

  /// The exit codes by which a step that uses the tool succeeds: its own, if it has any.
  public List<Integer> expectedExitCodes(StepPolicy step) {
    return step.expectedExitCodes().isEmpty() ? expectedExitCodes : step.expectedExitCodes();
  }

  /// How often a step that uses the tool is tried again in place: its own wish, if it has one.
  public int retries(StepPolicy step) {
    return step.retries() > 0 || !retryOnFailure ? step.retries() : maxRetries;
  }
}
