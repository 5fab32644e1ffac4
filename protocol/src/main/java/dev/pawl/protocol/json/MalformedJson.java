package dev.pawl.protocol.json;

import org.jspecify.annotations.Nullable;

/// A text that is not JSON, or not the JSON of the record that was asked for.
public final class MalformedJson extends RuntimeException {

  MalformedJson(String message) {
    super(message);
  }

  MalformedJson(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
