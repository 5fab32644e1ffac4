package dev.pawl.server.sockets;

import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The last heartbeat of each lease that one agent has spoken of: how far its jobs are, for people.
/// Kept in memory only, and bounded: nothing is decided by it. Thread-safe.
final class LatestHeartbeats {

  /// In characters: ids, and what people call a step.
  private static final int LONGEST = 2_000;

  private final int most;
  private final SequencedMap<String, JobHeartbeat> latest = new LinkedHashMap<>();

  /// @param most how many are kept
  LatestHeartbeats(int most) {
    this.most = most;
  }

  /// One that is longer than an honest one is not kept.
  synchronized void add(JobHeartbeat beat) {
    int said = beat.progress() == null ? 0 : beat.progress().message().length();
    int length =
        beat.leaseId().length()
            + beat.runId().length()
            + beat.jobId().length()
            + beat.stage().length();
    if (length + said > LONGEST) {
      return;
    }
    latest.putLast(beat.leaseId(), beat);
    if (latest.size() > most) {
      latest.pollFirstEntry();
    }
  }

  synchronized List<JobHeartbeat> of(String run) {
    return latest.values().stream().filter(beat -> beat.runId().equals(run)).toList();
  }
}
