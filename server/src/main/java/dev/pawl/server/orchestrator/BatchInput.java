package dev.pawl.server.orchestrator;

import dev.pawl.server.store.DueRun;
import java.util.List;

/// What one batch decides, in this order.
///
/// @param asked of what was asked
/// @param ticks of what was due
/// @param grants how many leases it may grant, of what is ready
record BatchInput(List<LoopRequest> asked, List<DueRun> ticks, int grants) {

  /// So much that is asked at once is no load yet.
  private static final int FEW = 4;

  /// Whether it is not to be expected that more is asked before this is durable.
  boolean isSmall() {
    return asked.size() <= FEW;
  }

  /// How many things it is that may be to blame for what becomes of it.
  int size() {
    return asked.size() + ticks.size() + grants;
  }

  /// What comes first, as much as half of it.
  BatchInput firstHalf() {
    int half = size() / 2;
    int asks = Math.min(half, asked.size());
    int dues = Math.min(half - asks, ticks.size());
    return new BatchInput(asked.subList(0, asks), ticks.subList(0, dues), half - asks - dues);
  }

  /// What comes after [#firstHalf].
  BatchInput secondHalf() {
    BatchInput first = firstHalf();
    return new BatchInput(
        asked.subList(first.asked().size(), asked.size()),
        ticks.subList(first.ticks().size(), ticks.size()),
        grants - first.grants());
  }

  /// The same without what is due, which is found again.
  BatchInput of(List<LoopRequest> others) {
    return new BatchInput(others, List.of(), grants);
  }
}
