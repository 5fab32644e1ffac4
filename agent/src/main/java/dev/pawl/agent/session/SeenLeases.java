package dev.pawl.agent.session;

import dev.pawl.protocol.FromServer.JobDispatch;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The newest lease of every attempt that was ever dispatched to this agent: a dispatch that is
/// delivered again, when its lease is long forgotten, must not run the job a second time.
///
/// The last [#MOST] attempts are remembered. A dispatch of an older one would be taken for new; it
/// would still run nothing, for the server does not acknowledge a start under a lease that is over.
final class SeenLeases {

  static final int MOST = 10_000;

  private record Attempt(String runId, String jobId, int number) {}

  private final SequencedMap<Attempt, Integer> newest = new LinkedHashMap<>();

  /// Whether the lease is newer than any before of its attempt. From now on it is not.
  boolean isNew(JobDispatch dispatch) {
    var attempt = new Attempt(dispatch.runId(), dispatch.jobId(), dispatch.attempt());
    Integer seen = newest.get(attempt);
    if (seen != null && seen >= dispatch.leaseNumber()) {
      return false;
    }
    newest.put(attempt, dispatch.leaseNumber());
    if (newest.size() > MOST) {
      newest.pollFirstEntry();
    }
    return true;
  }

  Bounded size() {
    return new Bounded("SeenLeases.newest", newest.size(), MOST);
  }
}
