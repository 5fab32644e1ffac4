package dev.pawl.core.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The settings of a step beyond its action. All of them are absent in [#PLAIN].
///
/// @param expectedExitCodes the exit codes of success; empty if not set, which means 0
/// @param tool the tool whose breaker is asked before it starts
/// @param waitsForTool whether it waits while the breaker is open, instead of failing
/// @param hooks its own hooks, around it
public record StepPolicy(
    List<Integer> expectedExitCodes,
    Retry retry,
    Optional<String> tool,
    boolean waitsForTool,
    List<Hook> hooks) {

  /// The delay between two tries in place: one second, doubled, at most thirty.
  public static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(30));

  public static final StepPolicy PLAIN = new StepPolicy(List.of(), 0, Optional.empty(), false);

  /// The retries of a step in place.
  ///
  /// @param max the most retries; 0 if not set
  /// @param exitCodes the exit codes that are retried; if empty, and `log` too, any failure is
  /// @param log a regular expression that some line of the log must match; empty for none
  public record Retry(int max, List<Integer> exitCodes, String log, Backoff backoff) {
    public Retry {
      exitCodes = List.copyOf(exitCodes);
    }
  }

  public StepPolicy {
    expectedExitCodes = List.copyOf(expectedExitCodes);
    hooks = List.copyOf(hooks);
  }

  /// A policy without hooks that retries any failure.
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

  /// The exit codes of success: its own, or 0.
  public List<Integer> successExitCodes() {
    return expectedExitCodes.isEmpty() ? List.of(0) : expectedExitCodes;
  }

  /// The policy with what a tool's profile adds to it.
  public StepPolicy with(List<Integer> exitCodes, int retries) {
    var more = new Retry(retries, retry.exitCodes(), retry.log(), retry.backoff());
    return new StepPolicy(exitCodes, more, tool, waitsForTool, hooks);
  }
}
