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

  /// An attempt that has waited for so long counts as one priority more.
  private static final long MINUTES_PER_PRIORITY = 10;

  /// The claim of the oldest attempt of one queue: the first of all claims gets an agent.
  record Claim(QueuedAttempt ready, long urgency, long burden) implements Comparable<Claim> {

    /// @param inUse how many leases its repository has in use
    static Claim at(Instant now, QueuedAttempt ready, int inUse) {
      long minutes = Duration.between(ready.since(), now).toMinutes();
      return new Claim(ready, ready.priority() + minutes / MINUTES_PER_PRIORITY, inUse - minutes);
    }

    @Override
    public int compareTo(Claim other) {
      int order = Long.compare(other.urgency, urgency);
      order = order != 0 ? order : Long.compare(burden, other.burden);
      return order != 0 ? order : BY_AGE.compare(ready, other.ready);
    }
  }

  static final Comparator<QueuedAttempt> BY_AGE = Comparator.comparing(QueuePosition::of);

  private FairShare() {}
}
