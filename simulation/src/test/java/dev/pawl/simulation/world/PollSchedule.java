package dev.pawl.simulation.world;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.simulation.monitor.ReferenceState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Poll intervals of orchestrators: as often as in production while agents work, and up to days
/// while only a deadline can happen.
public final class PollSchedule {

  private static final long SELDOM = 600_000;
  private static final long SETTLING = 150_000;

  private final Timeline timeline;
  private final ReferenceState reference;
  private final Map<RunId, Long> due = new LinkedHashMap<>();
  private long lastCommit;
  private long commits;

  PollSchedule(Timeline timeline, ReferenceState reference) {
    this.timeline = timeline;
    this.reference = reference;
  }

  void committed(Commit commit) {
    commits++;
    lastCommit = timeline.now();
    for (Change change : commit.changes()) {
      change
          .affectedRun()
          .ifPresent(run -> {
            if (change.nextDue().isPresent()) {
              due.put(run.id(), Timeline.millis(change.nextDue().get()));
            } else {
              due.remove(run.id());
            }
          });
    }
  }

  /// How long nothing has been committed.
  Duration quiet() {
    return Duration.ofMillis(timeline.now() - lastCommit);
  }

  long commits() {
    return commits;
  }

  /// Time until an orchestrator that polls every `often` must poll again.
  long untilPoll(long often) {
    if (isAnythingOut()) {
      return often;
    }
    long quiet =
        reference.open().isEmpty()
            ? Math.max(often, SETTLING)
            : Math.min(Math.max(timeline.now() - lastCommit, often), SELDOM);
    long next = timeline.now() + quiet;
    for (long at : due.values()) {
      next = Math.min(next, at);
    }
    return Math.max(next - timeline.now(), often / 4);
  }

  /// Whether any agent has a lease.
  boolean isAnythingOut() {
    for (Run run : reference.open().values()) {
      if (run.jobCounts().withAgents() > 0) {
        return true;
      }
    }
    return false;
  }
}
