package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;

/// Which action a step uses: `./path`, `docker://image`, or `owner/repository@ref`.
public record ActionReference(Position position, String text) {

  private static final String CHECKOUT = "actions/checkout@";

  /// Where an action comes from.
  public enum Kind {
    /// `actions/checkout`, of whatever version: built in.
    CHECKOUT,
    /// A directory of the workspace.
    LOCAL,
    /// Anything else, which cannot be had yet.
    ELSEWHERE
  }

  public Kind kind() {
    if (text.regionMatches(true, 0, CHECKOUT, 0, CHECKOUT.length())) {
      return Kind.CHECKOUT;
    }
    return isPath(text) ? Kind.LOCAL : Kind.ELSEWHERE;
  }

  /// Whether it names something in the workspace.
  public static boolean isPath(String reference) {
    return reference.startsWith("./") || reference.equals(".") || reference.startsWith("../");
  }
}
