package dev.pawl.workflow.model.step;

import dev.pawl.workflow.diagnostics.Position;
import java.util.regex.Pattern;

/// The reference of a step to its action: `./path`, `docker://image`, or `owner/repository@ref`.
public record ActionReference(Position position, String text) {

  private static final String CHECKOUT = "actions/checkout@";
  private static final Pattern PUBLISHED = Pattern.compile("[^/@]+/[^@]+@.+");
  private static final String IMAGE = "docker://";

  /// The origin of an action.
  public enum Kind {
    /// `actions/checkout` in any version, which is built in.
    CHECKOUT,
    /// An action in a directory of the repository.
    LOCAL,
    /// A published action or an image, which is not supported yet.
    REMOTE,
    /// Not the form of any reference.
    MALFORMED
  }

  public Kind kind() {
    if (text.regionMatches(true, 0, CHECKOUT, 0, CHECKOUT.length())) {
      return Kind.CHECKOUT;
    }
    if (isPath(text)) {
      return Kind.LOCAL;
    }
    boolean isRemote = text.startsWith(IMAGE) || PUBLISHED.matcher(text).matches();
    return isRemote || text.isBlank() ? Kind.REMOTE : Kind.MALFORMED;
  }

  /// Whether it names a path of the repository.
  public static boolean isPath(String reference) {
    return reference.startsWith("./") || reference.equals(".") || reference.startsWith("../");
  }
}
