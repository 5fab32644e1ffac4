package dev.pawl.server.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/// Who goes first where agents are few: the higher priority; then the repository that has the
/// fewest leases in use, where every minute that an attempt has waited counts as one lease less, so
/// that nobody waits for ever beside a busier neighbour; then whoever came first.
final class FairShare {

  /// The oldest attempt of one queue, and how many leases its repository has in use.
  record Claim(Ready ready, int inUse) {}

  static final Comparator<Ready> BY_AGE = Comparator.comparing(Age::of);

  static Comparator<Claim> at(Instant now) {
    return Comparator.<Claim>comparingInt(claim -> -claim.ready().priority())
        .thenComparingLong(claim -> burden(claim, now))
        .thenComparing(Claim::ready, BY_AGE);
  }

  private static long burden(Claim claim, Instant now) {
    return claim.inUse() - Duration.between(claim.ready().since(), now).toMinutes();
  }

  private FairShare() {}
}
