package dev.pawl.protocol.json;

import dev.pawl.protocol.json.JsonCodec.JsonInput;
import dev.pawl.protocol.json.JsonCodec.JsonOutput;
import org.jspecify.annotations.Nullable;

/// The JSON form of one type.
abstract class TypeCodec {

  abstract void write(JsonOutput out, Object value);

  /// Reads the value that begins with the current token, and leaves the parser on its last token.
  abstract Object read(JsonInput in);

  /// The value of a field that is absent; null if the field is required.
  @Nullable Object absent() {
    return null;
  }

  /// Whether the value has no field.
  boolean isAbsent(Object value) {
    return false;
  }
}
