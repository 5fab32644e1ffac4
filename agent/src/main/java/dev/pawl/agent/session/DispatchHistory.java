package dev.pawl.agent.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The newest lease of every attempt that was dispatched to this agent, also before a restart: a
/// duplicate of a dispatch, whose lease is long forgotten, must not run the job again.
///
/// Only the last [#MAX_ATTEMPTS] attempts are remembered. A duplicate for an older one would be
/// accepted, but would run nothing: the server does not acknowledge a start under a lease that has
/// ended.
final class DispatchHistory {

  static final int MAX_ATTEMPTS = 10_000;

  private record Attempt(String runId, String jobId, int number) {

    private static Attempt of(SpoolRecord.LeaseSeen seen) {
      return new Attempt(seen.runId(), seen.jobId(), seen.attempt());
    }
  }

  private final SequencedMap<Attempt, Integer> newest = new LinkedHashMap<>();

  DispatchHistory(List<SpoolRecord.LeaseSeen> before) {
    before.forEach(this::add);
  }

  /// Whether the lease is newer than every other of its attempt.
  boolean isNew(SpoolRecord.LeaseSeen lease) {
    Integer number = newest.get(Attempt.of(lease));
    return number == null || number < lease.leaseNumber();
  }

  void add(SpoolRecord.LeaseSeen lease) {
    if (isNew(lease)) {
      newest.put(Attempt.of(lease), lease.leaseNumber());
    }
    if (newest.size() > MAX_ATTEMPTS) {
      newest.pollFirstEntry();
    }
  }

  SessionSize size() {
    return new SessionSize("DispatchHistory.newest", newest.size(), MAX_ATTEMPTS);
  }
}
