package dev.pawl.core.classify;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd.Ender;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A rule that assigns a class to failures that meet its conditions.
///
/// Of each kind of condition that is given, one value must match. A rule without a condition would
/// match everything and is rejected.
public final class FailureRule {

  private static final int MAX_NAME_LENGTH = 60;

  private final String name;
  private final ReasonCode code;
  private final Conditions conditions;
  private final @Nullable LogPattern log;

  /// The conditions as they are written; an empty one does not restrict.
  ///
  /// @param signals with or without `SIG`
  /// @param log a regular expression that some line of the log must match
  public record Conditions(
      List<Integer> exitCodes, List<String> signals, List<Ender> enders, String log) {

    public Conditions {
      exitCodes = List.copyOf(exitCodes);
      signals = signals.stream().map(FailureRule::signalName).toList();
      enders = List.copyOf(enders);
    }

    private boolean isEmpty() {
      return exitCodes.isEmpty() && signals.isEmpty() && enders.isEmpty() && log.isEmpty();
    }
  }

  /// @throws IllegalArgumentException with the rule and what is wrong with it
  public FailureRule(String name, ReasonCode code, Conditions conditions) {
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "rule name '%s' is invalid: it must have 1 to %d characters"
              .formatted(name, MAX_NAME_LENGTH));
    }
    if (!code.isFailureClass()) {
      throw new IllegalArgumentException(
          "rule '%s': '%s' is not a failure class".formatted(name, wireName(code)));
    }
    if (conditions.isEmpty()) {
      throw new IllegalArgumentException("rule '%s' has no condition".formatted(name));
    }
    this.name = name;
    this.code = code;
    this.conditions = conditions;
    this.log = conditions.log().isEmpty() ? null : LogPattern.of(name, conditions.log());
  }

  /// A rule about the log alone.
  public static FailureRule log(ReasonCode code, String name, String pattern) {
    return new FailureRule(name, code, new Conditions(List.of(), List.of(), List.of(), pattern));
  }

  public String name() {
    return name;
  }

  public ReasonCode code() {
    return code;
  }

  public Conditions conditions() {
    return conditions;
  }

  /// The failure's class and the evidence, if the rule matches.
  Optional<Classification> match(Failure failure) {
    boolean fits =
        fits(conditions.exitCodes(), failure.exitCode())
            && fits(conditions.signals(), failure.signal())
            && fits(conditions.enders(), failure.ender());
    if (!fits) {
      return Optional.empty();
    }
    return log == null
        ? Optional.of(new Classification(code, name, ""))
        : log.firstOf(failure.lines()).map(line -> new Classification(code, name, line));
  }

  private static <T> boolean fits(List<T> wanted, @Nullable T actual) {
    return wanted.isEmpty() || (actual != null && wanted.contains(actual));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FailureRule that
        && name.equals(that.name)
        && code == that.code
        && conditions.equals(that.conditions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, code, conditions);
  }

  static String signalName(String signal) {
    String upper = signal.strip().toUpperCase(Locale.ROOT);
    return upper.startsWith("SIG") ? upper.substring(3) : upper;
  }

  static String wireName(Enum<?> code) {
    return code.name().toLowerCase(Locale.ROOT);
  }
}
