package dev.pawl.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The answer to a request.
public sealed interface Answer {

  /// A JSON object.
  ///
  /// @param body a record
  /// @param isSecret whether it contains a secret, so that it is stored nowhere
  record Json(Status status, Object body, boolean isSecret) implements Answer {}

  /// Bytes that are not JSON.
  @SuppressWarnings("ArrayRecordComponent") // to be sent, never compared
  record Bytes(Status status, String type, byte[] bytes, Map<HeaderName, String> headers)
      implements Answer {
    public Bytes {
      headers = Map.copyOf(headers);
    }
  }

  /// Written as it comes; it returns when it has ended.
  record Stream(Writer writer) implements Answer {}

  /// No body.
  record Empty(Map<HeaderName, String> headers) implements Answer {
    public Empty {
      headers = Map.copyOf(headers);
    }
  }

  /// Writes a stream.
  interface Writer {
    void write(ServerResponse response) throws InterruptedException;
  }

  /// A page of a list.
  ///
  /// @param next cursor of the next page; null if this is the last one
  record Page<T>(List<T> items, @Nullable String next) {
    public Page {
      items = List.copyOf(items);
    }
  }

  static Answer ok(Object body) {
    return new Json(Status.OK_200, body, false);
  }

  static Answer created(Object body) {
    return new Json(Status.CREATED_201, body, false);
  }

  static Answer accepted(Object body) {
    return new Json(Status.ACCEPTED_202, body, false);
  }

  /// An answer that nobody may keep.
  static Answer secret(Object body) {
    return new Json(Status.CREATED_201, body, true);
  }

  static Answer page(List<?> items, @Nullable String next) {
    return ok(new Page<>(items, next));
  }

  static Answer text(String type, String text) {
    return new Bytes(
        Status.OK_200,
        type,
        text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        new LinkedHashMap<>());
  }

  static Answer empty() {
    return new Empty(Map.of());
  }
}
