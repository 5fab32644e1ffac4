package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.OutputLimits;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The number of jobs in each state, and the size of their outputs, updated as they move.
@SuppressWarnings("EnumOrdinal") // in memory only: ordinals are never stored or sent
public final class JobCounts {

  private static final List<AttemptState> STATES = List.of(AttemptState.values());

  private static final AttemptState[] WITH_AGENTS = {
    AttemptState.LEASED,
    AttemptState.STARTING,
    AttemptState.RUNNING,
    AttemptState.UPLOADING,
    AttemptState.RECOVERING,
    AttemptState.CANCELLING
  };

  static final JobCounts EMPTY = new JobCounts(new int[STATES.size()], 0);

  /// By the ordinals of the states. Never changed after construction.
  private final int[] counts;

  private final long outputBytes;

  private JobCounts(int[] counts, long outputBytes) {
    this.counts = counts;
    this.outputBytes = outputBytes;
  }

  /// The size of the outputs of all jobs, as [OutputLimits] measures it.
  public long outputBytes() {
    return outputBytes;
  }

  public int inStates(AttemptState... states) {
    int sum = 0;
    for (AttemptState state : states) {
      sum += counts[state.ordinal()];
    }
    return sum;
  }

  /// The number of jobs that have not ended.
  public int open() {
    int sum = 0;
    for (AttemptState state : STATES) {
      if (!AttemptMachine.MACHINE.isTerminal(state)) {
        sum += counts[state.ordinal()];
      }
    }
    return sum;
  }

  /// The number of jobs that are with agents.
  public int withAgents() {
    return inStates(WITH_AGENTS);
  }

  JobCounts added(AttemptState state, int jobs) {
    int[] next = counts.clone();
    next[state.ordinal()] += jobs;
    return new JobCounts(next, outputBytes);
  }

  JobCounts moved(Attempt from, Attempt to) {
    int[] next = counts.clone();
    next[from.state().ordinal()]--;
    next[to.state().ordinal()]++;
    return new JobCounts(next, outputBytes - outputBytes(from) + outputBytes(to));
  }

  private static long outputBytes(Attempt attempt) {
    return attempt instanceof Attempt.Ended ended ? OutputLimits.size(ended.outputs()) : 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JobCounts that
        && Arrays.equals(counts, that.counts)
        && outputBytes == that.outputBytes;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    Map<AttemptState, Integer> present = new EnumMap<>(AttemptState.class);
    STATES.stream()
        .filter(state -> counts[state.ordinal()] != 0)
        .forEach(state -> present.put(state, counts[state.ordinal()]));
    return present.toString();
  }
}
