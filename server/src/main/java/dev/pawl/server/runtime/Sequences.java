package dev.pawl.server.runtime;

import java.util.LinkedHashMap;
import java.util.Map;

/// The last number that was accepted under each lease. Bounded: leases that were not heard of for
/// longest are forgotten first. Owned by the loop.
final class Sequences {

  private static final int MOST = 10_000;

  /// What a message's number says about it.
  enum Order {
    NEXT,
    REPEATED,
    AFTER_A_GAP
  }

  private final Map<String, Long> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST;
        }
      };

  Order order(String leaseId, long seq) {
    long expected = expected(leaseId);
    if (seq == expected) {
      return Order.NEXT;
    }
    return seq < expected ? Order.REPEATED : Order.AFTER_A_GAP;
  }

  long expected(String leaseId) {
    return last.getOrDefault(leaseId, 0L) + 1;
  }

  void accepted(String leaseId, long seq) {
    last.put(leaseId, seq);
  }
}
