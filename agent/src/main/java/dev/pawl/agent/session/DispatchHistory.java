package dev.pawl.agent.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The newest lease of every attempt that was ever dispatched to this agent, also before it was
/// started again: a dispatch that is delivered again, when its lease is long forgotten, must not
/// run the job a second time.
///
/// The last [#MOST] attempts are remembered. A dispatch of an older one would be taken for new; it
/// would still run nothing, for the server does not acknowledge a start under a lease that is over.
final class DispatchHistory {

  static final int MOST = 10_000;

  private record Attempt(String runId, String jobId, int number) {

    private static Attempt of(SpoolRecord.LeaseSeen seen) {
      return new Attempt(seen.runId(), seen.jobId(), seen.attempt());
    }
  }

  private final SequencedMap<Attempt, Integer> newest = new LinkedHashMap<>();

  DispatchHistory(List<SpoolRecord.LeaseSeen> before) {
    before.forEach(this::add);
  }

  /// Whether the lease is newer than any before of its attempt.
  boolean isNew(SpoolRecord.LeaseSeen lease) {
    Integer number = newest.get(Attempt.of(lease));
    return number == null || number < lease.leaseNumber();
  }

  void add(SpoolRecord.LeaseSeen lease) {
    if (isNew(lease)) {
      newest.put(Attempt.of(lease), lease.leaseNumber());
    }
    if (newest.size() > MOST) {
      newest.pollFirstEntry();
    }
  }

  SessionSize size() {
    return new SessionSize("DispatchHistory.newest", newest.size(), MOST);
  }
}
