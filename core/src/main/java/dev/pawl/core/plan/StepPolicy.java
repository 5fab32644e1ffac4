package dev.pawl.core.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a step asks of more than its agent. All of it is absent in [#PLAIN].
///
/// @param expectedExitCodes what counts as success; empty where it says nothing, and 0 is meant
/// @param retries how often it is tried again in place; 0 where it says nothing
/// @param tool the tool whose breaker is asked before it starts
/// @param waitsForTool whether it waits while the breaker is open, instead of failing
public record StepPolicy(
    List<Integer> expectedExitCodes, int retries, Optional<String> tool, boolean waitsForTool) {

  public static final StepPolicy PLAIN = new StepPolicy(List.of(), 0, Optional.empty(), false);

  /// Between two tries in place: one second, doubled, at most thirty.
  public static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(30));

  public StepPolicy {
    expectedExitCodes = List.copyOf(expectedExitCodes);
  }
}
