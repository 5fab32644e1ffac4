package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lease.LeaseRef;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// The data of a journal's line, as it is being written: field by field, without a tree of it,
/// since every transition has some.
final class Facts {

  private final JsonGenerator out;

  Facts(JsonGenerator out) {
    this.out = out;
  }

  Facts put(String field, String value) {
    out.writeStringProperty(field, value);
    return this;
  }

  /// A text that may be empty, and then has no field: see [Fields#textIfAny].
  Facts putIfAny(String field, String value) {
    return value.isEmpty() ? this : put(field, value);
  }

  Facts put(String field, long value) {
    out.writeNumberProperty(field, value);
    return this;
  }

  Facts put(String field, boolean value) {
    out.writeBooleanProperty(field, value);
    return this;
  }

  /// What has a tree of its own.
  Facts put(String field, JsonNode value) {
    out.writeName(field);
    out.writeTree(value);
    return this;
  }

  /// An instant or a word, by its text.
  Facts put(String field, Optional<?> value) {
    value.ifPresent(present -> put(field, present.toString()));
    return this;
  }

  Facts put(String field, Iterable<String> list) {
    out.writeArrayPropertyStart(field);
    list.forEach(out::writeString);
    out.writeEndArray();
    return this;
  }

  Facts put(String field, Map<String, String> map) {
    if (!map.isEmpty()) {
      out.writeObjectPropertyStart(field);
      map.forEach(out::writeStringProperty);
      out.writeEndObject();
    }
    return this;
  }

  Facts put(AttemptRef ref) {
    return put("job", ref.job()).put("attempt", ref.attempt());
  }

  Facts put(LeaseRef lease) {
    return put(lease.attempt()).put("lease", lease.number());
  }
}
