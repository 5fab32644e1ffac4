package dev.pawl.core.breaker;

import java.time.Duration;
import java.util.List;

/// What is known of a tool that steps depend on.
///
/// @param failureThreshold how many consecutive failures open the breaker
/// @param cooldown how long it stays open before a probe
/// @param successThreshold how many probes must succeed before it closes
/// @param failureExitCodes the exit codes that mean the tool failed, not what it was used for
public record ToolProfile(
    int failureThreshold, Duration cooldown, int successThreshold, List<Integer> failureExitCodes) {

  public static final ToolProfile DEFAULT =
      new ToolProfile(5, Duration.ofSeconds(60), 1, List.of());

  public ToolProfile {
    failureExitCodes = List.copyOf(failureExitCodes);
  }
}
