package dev.pawl.agent.session;

import dev.pawl.protocol.FromAgent.Numbered;
import java.util.List;

/// What an agent knows again of its former life.
///
/// @param seen oldest first
/// @param inHand leases of which something was left to do, oldest first
public record Recollection(List<Fact.Seen> seen, List<InHand> inHand) {

  public static final Recollection NONE = new Recollection(List.of(), List.of());

  /// A lease of which something was left to do.
  ///
  /// @param last the number of the last message that was said
  /// @param unacknowledged in the order of their numbers, without a gap, up to the last
  public record InHand(Fact.Taken lease, long last, List<Numbered> unacknowledged) {

    /// Whether its end was said, and not acknowledged.
    public boolean isEnded() {
      return !unacknowledged.isEmpty() && new Fact.Said(unacknowledged.getLast()).isEnd();
    }
  }
}
