package dev.pawl.server.dispatch;

import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/// Order in which attempts get agents. First the higher priority, where every ten minutes of
/// waiting count as one, so that nothing starves behind newer attempts. Then the repository with
/// the fewest leases in use, where every minute of waiting counts as one lease less, so that
/// nothing starves beside a busier repository. Then the oldest.
final class FairShare {

  /// Waiting for so long is worth one priority.
  private static final Duration AGE = Duration.ofMinutes(10);

  /// The oldest attempt of one queue, and how many leases its repository has in use.
  record Claim(QueuedAttempt ready, int inUse) {}

  static final Comparator<QueuedAttempt> BY_AGE = Comparator.comparing(QueuePosition::of);

  static Comparator<Claim> at(Instant now) {
    return Comparator.<Claim>comparingLong(claim -> -urgency(claim, now))
        .thenComparingLong(claim -> burden(claim, now))
        .thenComparing(Claim::ready, BY_AGE);
  }

  private static long urgency(Claim claim, Instant now) {
    return claim.ready().priority() + waited(claim, now).dividedBy(AGE);
  }

  private static long burden(Claim claim, Instant now) {
    return claim.inUse() - waited(claim, now).toMinutes();
  }

  private static Duration waited(Claim claim, Instant now) {
    return Duration.between(claim.ready().since(), now);
  }

  private FairShare() {}
}
