package dev.pawl.protocol;

/// Why a connection is closed, as a number of the range that is left to applications.
public final class CloseCodes {

  /// The agent is not taken as it is, and would not be the next time either: it is not to come
  /// again.
  public static final int REGISTRATION_REJECTED = 4003;

  private CloseCodes() {}
}
