package dev.pawl.server.orchestrator;

import dev.pawl.server.store.DueRun;
import java.util.List;

/// Input of one batch, in the order in which it is decided.
///
/// @param grants how many leases it may grant
record BatchInput(List<LoopRequest> requests, List<DueRun> dueRuns, int grants) {

  /// The largest number of requests at once that is not a sign of load.
  private static final int FEW = 4;

  /// Whether no more requests are to be expected before this is durable.
  boolean isSmall() {
    return requests.size() <= FEW;
  }

  /// The number of things of which each may be the reason that a commit fails.
  int size() {
    return requests.size() + dueRuns.size() + grants;
  }

  BatchInput firstHalf() {
    int half = size() / 2;
    int first = Math.min(half, requests.size());
    int due = Math.min(half - first, dueRuns.size());
    return new BatchInput(requests.subList(0, first), dueRuns.subList(0, due), half - first - due);
  }

  BatchInput secondHalf() {
    BatchInput first = firstHalf();
    return new BatchInput(
        requests.subList(first.requests().size(), requests.size()),
        dueRuns.subList(first.dueRuns().size(), dueRuns.size()),
        grants - first.grants());
  }

  /// The same with other requests, and without the runs that are due, which the next poll finds.
  BatchInput with(List<LoopRequest> others) {
    return new BatchInput(others, List.of(), grants);
  }
}
