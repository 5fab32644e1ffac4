package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.List;

/// What an agent knows again of its former life.
///
/// @param seen oldest first
/// @param inHand leases of which something was left to do, oldest first
public record SpoolSnapshot(List<SpoolRecord.LeaseSeen> seen, List<UnsettledLease> inHand) {

  public static final SpoolSnapshot NONE = new SpoolSnapshot(List.of(), List.of());

  /// A lease of which something was left to do.
  ///
  /// @param last the number of the last message that was said
  /// @param unacknowledged in the order of their numbers, without a gap, up to the last
  public record UnsettledLease(
      SpoolRecord.LeaseTaken lease, long last, List<SequencedMessage> unacknowledged) {

    /// Whether its end was said, and not acknowledged.
    public boolean isEnded() {
      return !unacknowledged.isEmpty()
          && new SpoolRecord.MessageQueued(unacknowledged.getLast()).isEnd();
    }
  }
}
