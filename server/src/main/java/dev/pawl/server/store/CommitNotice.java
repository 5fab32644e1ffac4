package dev.pawl.server.store;

import dev.pawl.protocol.json.MalformedJson;
import dev.pawl.server.store.codec.StoreCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Message of an orchestrator to the others, sent with a commit. It may be lost, and nothing
/// depends on it.
///
/// @param orchestrator the id of the committing orchestrator; empty if it is another process
/// @param hasWork whether the commit may have left something for others to do
/// @param reservations queues that the others should leave to it for a moment
public record CommitNotice(
    String orchestrator, boolean hasWork, List<QueueReservation> reservations) {

  /// A notice that wakes every orchestrator.
  public static final CommitNotice WORK = new CommitNotice("", true, List.of());

  /// PostgreSQL's limit of a notification.
  private static final int MOST_BYTES = 7_999;

  public CommitNotice {
    reservations = List.copyOf(reservations);
  }

  /// Whether it says anything.
  public boolean isWorthSending() {
    return hasWork || !reservations.isEmpty();
  }

  /// The text of a notification: without the reservations, if these are too long.
  public String encoded() {
    String whole = StoreCodec.encode(CommitNotice.class, this);
    return whole.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES
        ? whole
        : StoreCodec.encode(CommitNotice.class, new CommitNotice(orchestrator, hasWork, List.of()));
  }

  /// The notice of a notification. A text of another version, or of a person, wakes everybody.
  public static CommitNotice decoded(String text) {
    try {
      return StoreCodec.decode(CommitNotice.class, text);
    } catch (MalformedJson _) {
      return WORK;
    }
  }
}
