package dev.pawl.workflow.trigger;

import dev.pawl.workflow.diagnostics.PrintableText;

/// Whether something asks for an event, and why, in words for people.
///
/// Invariant: the reason is one printable line, whatever the files and branches of it are called.
///
/// @param reason empty where nothing was asked
public record TriggerMatch(boolean matches, String reason) {

  static final TriggerMatch UNASKED = new TriggerMatch(true, "");

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
