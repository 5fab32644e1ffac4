package dev.pawl.server.sockets;

import dev.pawl.core.step.StepName;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.Progress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Last heartbeat of each lease of one agent, to show people the progress of its jobs. In memory
/// only and bounded: nothing is decided by it. Thread-safe.
final class LatestHeartbeats {

  /// Most characters of the texts in a heartbeat that is kept.
  private static final int LONGEST = 2_000;

  private final int most;
  private final SequencedMap<String, JobHeartbeat> latest = new LinkedHashMap<>();

  /// @param most how many are kept; the oldest goes first
  LatestHeartbeats(int most) {
    this.most = most;
  }

  /// Keeps it, with a message that is safe to display, unless it is longer than an honest one.
  synchronized void add(JobHeartbeat given) {
    JobHeartbeat beat = clean(given);
    int length =
        beat.leaseId().length()
            + beat.runId().length()
            + beat.jobId().length()
            + beat.stage().length();
    if (length > LONGEST) {
      return;
    }
    latest.putLast(beat.leaseId(), beat);
    if (latest.size() > most) {
      latest.pollFirstEntry();
    }
  }

  private static JobHeartbeat clean(JobHeartbeat beat) {
    Progress progress = beat.progress();
    if (progress == null) {
      return beat;
    }
    return new JobHeartbeat(
        beat.leaseId(),
        beat.runId(),
        beat.jobId(),
        beat.attempt(),
        beat.beat(),
        beat.stage(),
        new Progress(progress.stepIndex(), progress.percent(), StepName.of(progress.message())),
        beat.logBytes());
  }

  synchronized List<JobHeartbeat> of(String run) {
    return latest.values().stream().filter(beat -> beat.runId().equals(run)).toList();
  }
}
