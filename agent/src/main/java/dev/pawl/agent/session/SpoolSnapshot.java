package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.List;

/// The contents of a spool when the agent starts.
///
/// @param seen the newest lease of each attempt, oldest first
/// @param unsettled the leases whose end is not acknowledged, oldest first
public record SpoolSnapshot(List<SpoolRecord.LeaseSeen> seen, List<UnsettledLease> unsettled) {

  public static final SpoolSnapshot NONE = new SpoolSnapshot(List.of(), List.of());

  /// A lease whose end is not acknowledged.
  ///
  /// @param last the number of the last message
  /// @param unacknowledged the messages up to the last, in order and without gaps
  public record UnsettledLease(
      SpoolRecord.LeaseTaken lease, long last, List<SequencedMessage> unacknowledged) {

    /// Whether the end of the job was already reported.
    public boolean isEnded() {
      return !unacknowledged.isEmpty()
          && new SpoolRecord.MessageQueued(unacknowledged.getLast()).isEnd();
    }
  }
}
