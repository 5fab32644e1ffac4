package dev.pawl.server.store.codec;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// The data of a journal's line, as it is being written: field by field, without a tree of it,
/// since every transition has some.
final class FactCodec {

  private final JsonGenerator out;

  FactCodec(JsonGenerator out) {
    this.out = out;
  }

  FactCodec put(String field, String value) {
    out.writeStringProperty(field, value);
    return this;
  }

  /// A text that may be empty, and then has no field: see [JsonFields#textIfAny].
  FactCodec putIfAny(String field, String value) {
    return value.isEmpty() ? this : put(field, value);
  }

  FactCodec put(String field, long value) {
    out.writeNumberProperty(field, value);
    return this;
  }

  FactCodec put(String field, boolean value) {
    out.writeBooleanProperty(field, value);
    return this;
  }

  /// What has a tree of its own.
  FactCodec put(String field, JsonNode value) {
    out.writeName(field);
    out.writeTree(value);
    return this;
  }

  /// An instant or a word, by its text.
  FactCodec put(String field, Optional<?> value) {
    value.ifPresent(present -> put(field, present.toString()));
    return this;
  }

  FactCodec put(String field, Iterable<String> list) {
    out.writeArrayPropertyStart(field);
    list.forEach(out::writeString);
    out.writeEndArray();
    return this;
  }

  FactCodec put(String field, Map<String, String> map) {
    if (!map.isEmpty()) {
      out.writeObjectPropertyStart(field);
      map.forEach(out::writeStringProperty);
      out.writeEndObject();
    }
    return this;
  }

  FactCodec put(AttemptRef ref) {
    return put("job", ref.job()).put("attempt", ref.attempt());
  }

  FactCodec put(LeaseRef lease) {
    return put(lease.attempt()).put("lease", lease.number());
  }
}
