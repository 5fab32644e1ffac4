package dev.pawl.core.breaker;

import dev.pawl.core.plan.StepPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
/// @param provenance where it is from
public record ToolProfile(
    int failureThreshold,
    Duration cooldown,
    int successThreshold,
    List<Integer> failureExitCodes,
    List<Integer> expectedExitCodes,
    boolean retryOnFailure,
    int maxRetries,
    Optional<String> healthCheck,
    Provenance provenance) {

  /// The origin of a profile.
  public enum Provenance {
    /// Nobody has set it.
    BUILT_IN,
    /// The operator's file; never stored.
    CONFIGURATION,
    /// An operator, at run time.
    API
  }

  private static final Duration MAX_COOLDOWN = Duration.ofDays(365);
  private static final int MAX_COUNT = 1_000;
  private static final int MAX_CODES = 256;
  private static final int MAX_EXIT_CODE = 255;
  private static final int MAX_COMMAND = 10_000;

  public static final ToolProfile DEFAULT = breaking(5, Duration.ofSeconds(60), 1, List.of());

  public ToolProfile {
    failureExitCodes = List.copyOf(failureExitCodes);
    expectedExitCodes = List.copyOf(expectedExitCodes);
  }

  /// A profile that nobody has set.
  public ToolProfile(
      int failureThreshold,
      Duration cooldown,
      int successThreshold,
      List<Integer> failureExitCodes,
      List<Integer> expectedExitCodes,
      boolean retryOnFailure,
      int maxRetries,
      Optional<String> healthCheck) {
    this(
        failureThreshold,
        cooldown,
        successThreshold,
        failureExitCodes,
        expectedExitCodes,
        retryOnFailure,
        maxRetries,
        healthCheck,
        Provenance.BUILT_IN);
  }

  ToolProfile from(Provenance other) {
    return new ToolProfile(
        failureThreshold,
        cooldown,
        successThreshold,
        failureExitCodes,
        expectedExitCodes,
        retryOnFailure,
        maxRetries,
        healthCheck,
        other);
  }

  /// What is wrong with a profile that a program has sent, if anything.
  public Optional<String> problem() {
    if (!isWithin(failureThreshold, 1, MAX_COUNT) || !isWithin(successThreshold, 1, MAX_COUNT)) {
      return Optional.of("the thresholds must be from 1 to " + MAX_COUNT);
    }
    if (cooldown.isNegative() || cooldown.compareTo(MAX_COOLDOWN) > 0) {
      return Optional.of("the cooldown must be from 0 seconds to a year");
    }
    if (!isWithin(maxRetries, 0, MAX_COUNT)) {
      return Optional.of("the retries must be from 0 to " + MAX_COUNT);
    }
    boolean areCodes =
        Stream.concat(failureExitCodes.stream(), expectedExitCodes.stream())
            .allMatch(code -> isWithin(code, 0, MAX_EXIT_CODE));
    if (!areCodes || failureExitCodes.size() + expectedExitCodes.size() > MAX_CODES) {
      return Optional.of("exit codes must be from 0 to 255, and at most " + MAX_CODES);
    }
    return healthCheck
        .filter(command -> command.isBlank() || command.length() > MAX_COMMAND)
        .map(_ -> "the health check must have from 1 to %d characters".formatted(MAX_COMMAND));
  }

  private static boolean isWithin(int value, int least, int most) {
    return value >= least && value <= most;
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
