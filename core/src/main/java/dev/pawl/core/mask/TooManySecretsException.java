package dev.pawl.core.mask;

/// Thrown if there are more secrets and masks than can be searched for. Unmasked output must not be
/// printed, so the job prints nothing more and fails.
public final class TooManySecretsException extends RuntimeException {

  /// The most nodes of the automaton, over all forms of all values; shared prefixes count once.
  static final int MAX_NODES = 4_000_000;

  public TooManySecretsException() {
    this("they would take too much memory");
  }

  /// @param why the limit that they exceed
  public TooManySecretsException(String why) {
    super(
        "too many secrets and masks: %s. The log cannot be masked. Use fewer or shorter ones."
            .formatted(why));
  }
}
