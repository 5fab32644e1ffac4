package dev.pawl.core.run;

import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import java.util.EnumMap;
import java.util.Map;

/// The number of jobs in each state, updated as they move.
public final class JobCounts {

  static final JobCounts EMPTY = new JobCounts(new EnumMap<>(AttemptState.class));

  private final Map<AttemptState, Integer> counts;

  private JobCounts(Map<AttemptState, Integer> counts) {
    this.counts = counts;
  }

  public int inStates(AttemptState... states) {
    int sum = 0;
    for (AttemptState state : states) {
      sum += counts.getOrDefault(state, 0);
    }
    return sum;
  }

  /// The number of jobs that have not ended.
  public int open() {
    int sum = 0;
    for (var entry : counts.entrySet()) {
      if (!AttemptMachine.MACHINE.isTerminal(entry.getKey())) {
        sum += entry.getValue();
      }
    }
    return sum;
  }

  /// The number of jobs that are with agents.
  public int withAgents() {
    return inStates(
        AttemptState.LEASED,
        AttemptState.STARTING,
        AttemptState.RUNNING,
        AttemptState.UPLOADING,
        AttemptState.RECOVERING,
        AttemptState.CANCELLING);
  }

  JobCounts added(AttemptState state, int jobs) {
    var next = new EnumMap<>(counts);
    next.merge(state, jobs, Integer::sum);
    next.remove(state, 0);
    return new JobCounts(next);
  }

  JobCounts moved(AttemptState from, AttemptState to) {
    return added(from, -1).added(to, 1);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JobCounts that && counts.equals(that.counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
