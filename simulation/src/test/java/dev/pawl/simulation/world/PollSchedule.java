package dev.pawl.simulation.world;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.simulation.monitor.ReferenceState;
import java.util.LinkedHashMap;
import java.util.Map;

/// How often somebody has to look. While agents are at work, as often as in production; while
/// nothing but a deadline can happen, days pass in one step.
public final class PollSchedule {

  private static final long SELDOM = 600_000;
  private static final long SETTLING = 150_000;

  private final Timeline timeline;
  private final ReferenceState shadow;
  private final Map<RunId, Long> due = new LinkedHashMap<>();
  private long lastCommit;
  private long commits;

  PollSchedule(Timeline timeline, ReferenceState shadow) {
    this.timeline = timeline;
    this.shadow = shadow;
  }

  void committed(Commit commit) {
    commits++;
    lastCommit = timeline.now();
    for (Change change : commit.changes()) {
      change
          .affectedRun()
          .ifPresent(run -> {
            if (change.nextDue().isPresent() && !run.isOver()) {
              due.put(run.id(), Timeline.millis(change.nextDue().get()));
            } else {
              due.remove(run.id());
            }
          });
    }
  }

  long commits() {
    return commits;
  }

  /// Until an orchestrator that polls every `often` has to look again.
  long untilPoll(long often) {
    if (isAnythingOut()) {
      return often;
    }
    if (shadow.open().isEmpty()) {
      return Math.max(often, SETTLING);
    }
    long quiet = Math.min(Math.max(timeline.now() - lastCommit, often), SELDOM);
    long next = timeline.now() + quiet;
    for (long at : due.values()) {
      next = Math.min(next, at);
    }
    return Math.max(next - timeline.now(), often / 4);
  }

  /// Whether any agent has anything.
  boolean isAnythingOut() {
    for (Run run : shadow.open().values()) {
      if (run.jobCounts().withAgents() > 0) {
        return true;
      }
    }
    return false;
  }
}
