package dev.pawl.core.classify;

import dev.pawl.core.lifecycle.ReasonCode;

/// The class of a failure, and the evidence for it.
///
/// @param code the class
/// @param rule the name of the rule that fitted
/// @param line the line of the log that it fitted, bounded; empty if it was not about the log
public record Classification(ReasonCode code, String rule, String line) {

  /// No rule fitted: it is for the job's owner to look at.
  static final Classification FALLBACK = new Classification(ReasonCode.USER, "none", "");
}
