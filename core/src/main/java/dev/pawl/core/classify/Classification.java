package dev.pawl.core.classify;

import dev.pawl.core.lifecycle.ReasonCode;
import java.util.Optional;

/// The class of a failure, and the evidence for it.
///
/// @param code the class
/// @param rule the name of the rule that fitted
/// @param line the line of the log that it fitted, bounded; empty if it was not about the log
public record Classification(ReasonCode code, String rule, String line) {

  /// It took longer than it was allowed to.
  public static final Classification TIMED_OUT = new Classification(ReasonCode.TIMEOUT, "none", "");

  /// No rule fitted: it is for the job's owner to look at.
  public static final Classification NONE = new Classification(ReasonCode.USER, "none", "");

  /// What it was found by; nothing where no rule fitted.
  public Optional<Evidence> evidence() {
    return rule.equals("none") ? Optional.empty() : Optional.of(new Evidence(rule, line));
  }
}
