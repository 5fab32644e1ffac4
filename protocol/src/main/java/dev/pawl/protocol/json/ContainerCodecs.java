package dev.pawl.protocol.json;

import dev.pawl.protocol.json.JsonCodec.JsonInput;
import dev.pawl.protocol.json.JsonCodec.JsonOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.core.JsonToken;

/// The codecs of lists, maps and Optionals. Empty ones have no field: most of them are empty.
final class ContainerCodecs {

  /// Values in order.
  static final class OfList extends TypeCodec {

    private final TypeCodec element;
    private final boolean isSkippable;

    /// @param isSkippable whether elements that cannot be read are left out, where unknown fields
    ///   are ignored
    OfList(TypeCodec element, boolean isSkippable) {
      this.element = element;
      this.isSkippable = isSkippable;
    }

    @Override
    void write(JsonOutput out, Object value) {
      out.json.writeStartArray();
      for (Object one : (List<?>) value) {
        element.write(out, one);
      }
      out.json.writeEndArray();
    }

    @Override
    Object read(JsonInput in) {
      in.expect(JsonToken.START_ARRAY);
      List<Object> list = new ArrayList<>();
      while (in.json.nextToken() != JsonToken.END_ARRAY) {
        if (isSkippable && in.ignoresUnknown()) {
          addReadable(list, in);
        } else {
          list.add(element.read(in));
        }
      }
      return list;
    }

    private void addReadable(List<Object> list, JsonInput in) {
      int depth = in.depth();
      int outside = in.json.currentToken().isStructStart() ? depth - 1 : depth;
      try {
        list.add(element.read(in));
      } catch (MalformedJson _) {
        in.skipTo(outside);
      }
    }

    @Override
    Object absent() {
      return List.of();
    }

    @Override
    boolean isAbsent(Object value) {
      return ((List<?>) value).isEmpty();
    }
  }

  /// Values by name, in order.
  static final class OfMap extends TypeCodec {

    private final TypeCodec element;

    OfMap(TypeCodec element) {
      this.element = element;
    }

    @Override
    void write(JsonOutput out, Object value) {
      out.json.writeStartObject();
      ((Map<?, ?>) value)
          .forEach((name, one) -> {
            out.json.writeName((String) name);
            element.write(out, one);
          });
      out.json.writeEndObject();
    }

    @Override
    Object read(JsonInput in) {
      in.expect(JsonToken.START_OBJECT);
      SequencedMap<String, Object> map = new LinkedHashMap<>();
      for (String name = in.json.nextName(); name != null; name = in.json.nextName()) {
        in.json.nextToken();
        map.put(name, element.read(in));
      }
      return map;
    }

    @Override
    Object absent() {
      return new LinkedHashMap<>();
    }

    @Override
    boolean isAbsent(Object value) {
      return ((Map<?, ?>) value).isEmpty();
    }
  }

  /// A value, or no field.
  static final class OfOptional extends TypeCodec {

    private final TypeCodec element;

    OfOptional(TypeCodec element) {
      this.element = element;
    }

    @Override
    void write(JsonOutput out, Object value) {
      element.write(out, ((Optional<?>) value).orElseThrow());
    }

    @Override
    Object read(JsonInput in) {
      return Optional.of(element.read(in));
    }

    @Override
    Object absent() {
      return Optional.empty();
    }

    @Override
    boolean isAbsent(Object value) {
      return ((Optional<?>) value).isEmpty();
    }
  }

  private ContainerCodecs() {}
}
