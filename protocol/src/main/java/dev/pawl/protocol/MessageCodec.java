package dev.pawl.protocol;

import dev.pawl.protocol.json.JsonCodec;
import dev.pawl.protocol.json.JsonCodec.UnknownFields;
import dev.pawl.protocol.json.MalformedJson;
import dev.pawl.protocol.json.PlanJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Encodes messages as JSON text frames, and decodes them.
///
/// Message types and fields that are not known are ignored, because a newer peer may send them. A
/// frame that is malformed, lacks a field or is too large is rejected.
public final class MessageCodec {

  /// The largest frame, in bytes, except for a dispatch.
  public static final int MAX_FRAME_BYTES = 1024 * 1024;

  /// The largest dispatch: the job itself, and the outputs of the jobs that it needs
  /// ([dev.pawl.core.plan.JobBody] has their limits), with room for texts that are evaluated later.
  public static final int MAX_DISPATCH_BYTES = 8 * 1024 * 1024;

  private static final String TYPE = "type";

  private static final JsonCodec JSON = PlanJson.builder().build();

  /// Encodes a message as a frame.
  ///
  /// @throws MalformedFrame if the frame is larger than the peer accepts
  public static String encode(Message message) {
    String frame = JSON.writeTagged(TYPE, MessageTypes.nameOf(message), (Record) message);
    checkSize(frame, limitOf(message));
    return frame;
  }

  /// Decodes a frame. Returns nothing if the type of the message is not known.
  ///
  /// @throws MalformedFrame if the frame is not a message
  public static Optional<Message> decode(String frame) {
    checkSize(frame, MAX_DISPATCH_BYTES);
    Optional<Message> message = read(frame);
    checkSize(frame, message.map(MessageCodec::limitOf).orElse(MAX_FRAME_BYTES));
    return message;
  }

  private static Optional<Message> read(String frame) {
    try {
      String type = JsonCodec.field(TYPE, frame).filter(name -> !name.isEmpty()).orElse(null);
      if (type == null) {
        throw new MalformedFrame("frame rejected: it has no type");
      }
      return MessageTypes.named(type)
          .map(message -> JSON.read(message, frame, UnknownFields.IGNORE));
    } catch (MalformedJson e) {
      throw new MalformedFrame("frame rejected: " + e.getMessage());
    }
  }

  private static int limitOf(Message message) {
    return message instanceof ServerMessage.JobDispatch ? MAX_DISPATCH_BYTES : MAX_FRAME_BYTES;
  }

  private static void checkSize(String frame, int limit) {
    // A UTF-16 char takes at most three bytes: only frames that might be too large are measured.
    if (frame.length() > limit / 3 && frame.getBytes(StandardCharsets.UTF_8).length > limit) {
      throw new MalformedFrame("frame rejected: it has more than " + limit + " bytes");
    }
  }

  private MessageCodec() {}
}
