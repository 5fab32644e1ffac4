package dev.pawl.server.runtime;

import java.util.List;

/// What one batch decides, in this order.
///
/// @param asked of what was asked
/// @param ticks of what was due
/// @param grants how many leases it may grant, of what is ready
record Work(List<Asked> asked, List<Due> ticks, int grants) {

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
  Work firstHalf() {
    int half = size() / 2;
    int asks = Math.min(half, asked.size());
    int dues = Math.min(half - asks, ticks.size());
    return new Work(asked.subList(0, asks), ticks.subList(0, dues), half - asks - dues);
  }

  /// What comes after [#firstHalf].
  Work secondHalf() {
    Work first = firstHalf();
    return new Work(
        asked.subList(first.asked().size(), asked.size()),
        ticks.subList(first.ticks().size(), ticks.size()),
        grants - first.grants());
  }

  /// The same without what is due, which is found again.
  Work of(List<Asked> others) {
    return new Work(others, List.of(), grants);
  }
}
