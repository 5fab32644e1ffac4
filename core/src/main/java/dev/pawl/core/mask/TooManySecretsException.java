package dev.pawl.core.mask;

/// There are more secrets and masks than can be looked for. What cannot be masked must not be
/// printed: nothing more of the job is, and it fails.
public final class TooManySecretsException extends RuntimeException {

  /// In all spellings of all values, beginnings that they share counted once.
  static final int MAX_NODES = 4_000_000;

  public TooManySecretsException() {
    super("there are too many secrets and masks to keep them all out of the log");
  }
}
