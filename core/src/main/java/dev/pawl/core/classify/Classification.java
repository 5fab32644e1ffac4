package dev.pawl.core.classify;

import dev.pawl.core.lifecycle.ReasonCode;
import java.util.Optional;

/// The class of a failure, and the evidence for it.
///
/// @param code the class
/// @param rule the name of the rule that matched
/// @param line the log line that matched, bounded; empty if the rule is not about the log
public record Classification(ReasonCode code, String rule, String line) {

  /// The step exceeded its timeout.
  public static final Classification TIMED_OUT = new Classification(ReasonCode.TIMEOUT, "none", "");

  /// No rule matched: the failure is the job's own.
  public static final Classification NONE = new Classification(ReasonCode.USER, "none", "");

  /// The evidence; empty if no rule matched.
  public Optional<Evidence> evidence() {
    return rule.equals("none") ? Optional.empty() : Optional.of(new Evidence(rule, line));
  }
}
