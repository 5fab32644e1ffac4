package dev.pawl.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Messages to JSON text frames and back.
///
/// Types and fields that a newer peer adds are ignored; what is malformed or too large is not.
public final class MessageCodec {

  /// The largest frame, in bytes.
  public static final int MAX_FRAME_BYTES = 1024 * 1024;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  /// The frame for a message.
  ///
  /// @throws MalformedFrame if it would be larger than the peer accepts
  public static String encode(Message message) {
    ObjectNode frame = JSON.createObjectNode().put("type", MessageTypes.typeOf(message));
    frame.setAll((ObjectNode) JSON.valueToTree(message));
    return checked(JSON.writeValueAsString(frame));
  }

  /// The message of a frame; none if its type is not known here.
  ///
  /// @throws MalformedFrame if it is no message at all
  public static Optional<Message> decode(String frame) {
    try {
      JsonNode tree = JSON.readTree(checked(frame));
      JsonNode type = tree.path("type");
      if (!type.isString() || type.asString().isEmpty()) {
        throw new MalformedFrame("a frame without a type");
      }
      return MessageTypes.named(type.asString()).map(message -> message(tree, message));
    } catch (JacksonException e) {
      throw new MalformedFrame("a frame that cannot be read: " + e.getOriginalMessage());
    }
  }

  private static Message message(JsonNode tree, Class<? extends Message> type) {
    Message message = JSON.treeToValue(tree, type);
    RequiredFieldCheck.check(message, tree);
    return message;
  }

  private static String checked(String frame) {
    // A UTF-16 char takes at least one byte: only what might be too large is measured.
    if (frame.length() > MAX_FRAME_BYTES / 3
        && frame.getBytes(StandardCharsets.UTF_8).length > MAX_FRAME_BYTES) {
      throw new MalformedFrame("a frame of more than " + MAX_FRAME_BYTES + " bytes");
    }
    return frame;
  }

  private MessageCodec() {}
}
