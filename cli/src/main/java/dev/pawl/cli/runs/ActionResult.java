package dev.pawl.cli.runs;

/// The answer to a [RunAction].
///
/// @param message why nothing changed; empty if it was accepted
public record ActionResult(Kind kind, String message) {

  /// Whether something changed.
  public enum Kind {
    ACCEPTED,
    /// It had happened before, or is happening.
    LATE,
    REJECTED,
    /// The token does not allow it.
    UNAUTHORIZED
  }

  static final ActionResult ACCEPTED = new ActionResult(Kind.ACCEPTED, "");

  static ActionResult rejected(String why) {
    return new ActionResult(Kind.REJECTED, why);
  }
}
