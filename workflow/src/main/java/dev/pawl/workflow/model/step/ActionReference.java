package dev.pawl.workflow.model.step;

import dev.pawl.workflow.diagnostics.Position;
import java.util.regex.Pattern;

/// Which action a step uses: `./path`, `docker://image`, or `owner/repository@ref`.
public record ActionReference(Position position, String text) {

  private static final String CHECKOUT = "actions/checkout@";
  private static final Pattern PUBLISHED = Pattern.compile("[^/@]+/[^@]+@.+");
  private static final String IMAGE = "docker://";

  /// Where an action comes from.
  public enum Kind {
    /// `actions/checkout`, of whatever version: built in.
    CHECKOUT,
    /// A directory of the workspace.
    LOCAL,
    /// One that is published, or an image, which cannot be had yet.
    ELSEWHERE,
    /// Nothing that could be found anywhere.
    MALFORMED
  }

  public Kind kind() {
    if (text.regionMatches(true, 0, CHECKOUT, 0, CHECKOUT.length())) {
      return Kind.CHECKOUT;
    }
    if (isPath(text)) {
      return Kind.LOCAL;
    }
    boolean isSomewhere = text.startsWith(IMAGE) || PUBLISHED.matcher(text).matches();
    return isSomewhere || text.isBlank() ? Kind.ELSEWHERE : Kind.MALFORMED;
  }

  /// Whether it names something in the workspace.
  public static boolean isPath(String reference) {
    return reference.startsWith("./") || reference.equals(".") || reference.startsWith("../");
  }
}
