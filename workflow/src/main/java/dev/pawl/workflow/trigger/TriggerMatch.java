package dev.pawl.workflow.trigger;

import dev.pawl.workflow.diagnostics.PrintableText;

/// The result of matching an event, with the reason for people.
///
/// Invariant: the reason is one printable line, whatever files and branches are called.
///
/// @param reason empty where there was emptyValue to match
public record TriggerMatch(boolean matches, String reason) {

  static final TriggerMatch NOT_FILTERED = new TriggerMatch(true, "");

  public TriggerMatch {
    reason = PrintableText.line(reason);
  }

  static TriggerMatch yes(String reason) {
    return new TriggerMatch(true, reason);
  }

  static TriggerMatch no(String reason) {
    return new TriggerMatch(false, reason);
  }
}
