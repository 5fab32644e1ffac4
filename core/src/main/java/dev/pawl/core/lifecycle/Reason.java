package dev.pawl.core.lifecycle;

/// Why something happened: a stable code for programs, a message for people (may be empty).
public record Reason(ReasonCode code, String message) {

  /// It simply went on.
  public static final Reason PROGRESS = new Reason(ReasonCode.PROGRESS, "");

  /// It ended well.
  public static final Reason OK = new Reason(ReasonCode.OK, "");

  public static Reason of(ReasonCode code, String message) {
    return new Reason(code, message);
  }
}
