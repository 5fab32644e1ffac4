package dev.pawl.simulation;

import java.security.SecureRandom;

/// Tells whether `./check --full` runs these tests: then seeds are fresh and coverage is counted.
///
/// By default every seed is fixed, so that `./check` gives the same result twice.
public final class FullCheck {

  public static final boolean IS_ON = Boolean.getBoolean("pawl.full");

  /// A seed that is short enough to be typed: fresh in a full check, otherwise `fixed`.
  public static long seed(long fixed) {
    return IS_ON ? 1 + new SecureRandom().nextInt(1_000_000_000) * 1_000L : fixed;
  }

  private FullCheck() {}
}
