package dev.pawl.core.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a step asks of more than its agent. All of it is absent in [#PLAIN].
///
/// @param expectedExitCodes what counts as success; empty where it says nothing, and 0 is meant
/// @param tool the tool whose breaker is asked before it starts
/// @param waitsForTool whether it waits while the breaker is open, instead of failing
/// @param hooks its own, around it
public record StepPolicy(
    List<Integer> expectedExitCodes,
    Retry retry,
    Optional<String> tool,
    boolean waitsForTool,
    List<Hook> hooks) {

  /// Between two tries in place: one second, doubled, at most thirty.
  public static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(30));

  public static final StepPolicy PLAIN = new StepPolicy(List.of(), 0, Optional.empty(), false);

  /// When it is tried again in place.
  ///
  /// @param max how often; 0 where it says nothing
  /// @param exitCodes after which; with `log` empty too, after any
  /// @param log a regular expression that is found in some line of its log; empty for none
  public record Retry(int max, List<Integer> exitCodes, String log, Backoff backoff) {
    public Retry {
      exitCodes = List.copyOf(exitCodes);
    }
  }

  public StepPolicy {
    expectedExitCodes = List.copyOf(expectedExitCodes);
    hooks = List.copyOf(hooks);
  }

  /// Tried again after any failure, and without hooks.
  public StepPolicy(
      List<Integer> expectedExitCodes, int retries, Optional<String> tool, boolean waitsForTool) {
    this(
        expectedExitCodes,
        new Retry(retries, List.of(), "", BACKOFF),
        tool,
        waitsForTool,
        List.of());
  }

  public int retries() {
    return retry.max();
  }
}
