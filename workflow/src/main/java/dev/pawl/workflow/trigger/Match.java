package dev.pawl.workflow.trigger;

import dev.pawl.workflow.diagnostics.Printable;

/// Whether something asks for an event, and why, in words for people.
///
/// Invariant: the reason is one printable line, whatever the files and branches of it are called.
///
/// @param reason empty where nothing was asked
public record Match(boolean matches, String reason) {

  static final Match UNASKED = new Match(true, "");

  public Match {
    reason = Printable.line(reason);
  }

  static Match yes(String reason) {
    return new Match(true, reason);
  }

  static Match no(String reason) {
    return new Match(false, reason);
  }
}
