package dev.pawl.core.lifecycle;

import dev.pawl.expression.value.StorableText;

/// The reason for a transition: a stable code for programs and a message for people, which may be
/// empty.
public record Reason(ReasonCode code, String message) {

  /// Normal progress.
  public static final Reason PROGRESS = new Reason(ReasonCode.PROGRESS, "");

  /// A normal, successful end.
  public static final Reason OK = new Reason(ReasonCode.OK, "");

  public Reason {
    message = StorableText.of(message); // it may quote what a job has printed
  }

  public static Reason of(ReasonCode code, String message) {
    return new Reason(code, message);
  }
}
