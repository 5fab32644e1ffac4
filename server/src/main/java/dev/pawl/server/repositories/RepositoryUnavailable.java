package dev.pawl.server.repositories;

/// A repository that cannot be read, with the reason.
public final class RepositoryUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final boolean isTransient;

  private RepositoryUnavailable(String why, boolean isTransient) {
    super(why, null, false, false);
    this.isTransient = isTransient;
  }

  /// Nothing is there by that name, however often it is asked for.
  static RepositoryUnavailable missing(String why) {
    return new RepositoryUnavailable(why, false);
  }

  /// It may work later.
  static RepositoryUnavailable unreachable(String why) {
    return new RepositoryUnavailable(why, true);
  }

  /// Whether it may work later.
  public boolean isTransient() {
    return isTransient;
  }

  public String why() {
    return String.valueOf(getMessage());
  }
}
