package dev.pawl.server.store;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.Ordered;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The words that all codecs of the store are written with. What is absent has no field, nor has a
/// list or a map without anything in it: most are, and a journal has many of them.
final class Fields {

  private static final JsonMapper JSON = new JsonMapper();

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static ArrayNode array() {
    return JSON.createArrayNode();
  }

  static String write(JsonNode node) {
    return JSON.writeValueAsString(node);
  }

  /// What is written piece by piece, without a tree of it.
  static String write(Consumer<JsonGenerator> writing) {
    var text = new StringWriter(1_024);
    try (JsonGenerator out = JSON.createGenerator(text)) {
      writing.accept(out);
    }
    return text.toString();
  }

  static String write(List<String> list) {
    return write(out -> {
      out.writeStartArray();
      list.forEach(out::writeString);
      out.writeEndArray();
    });
  }

  static JsonNode read(String text) {
    return JSON.readTree(text);
  }

  static String wire(Enum<?> constant) {
    return Machine.wireName(constant);
  }

  static void put(ObjectNode node, String field, Map<String, String> map) {
    if (!map.isEmpty()) {
      map.forEach(node.putObject(field)::put);
    }
  }

  static void put(ObjectNode node, String field, List<String> list) {
    if (!list.isEmpty()) {
      list.forEach(node.putArray(field)::add);
    }
  }

  static void putNumbers(ObjectNode node, String field, List<Integer> list) {
    if (!list.isEmpty()) {
      list.forEach(node.putArray(field)::add);
    }
  }

  static <T> void putAll(
      ObjectNode node, String field, List<T> list, Function<T, ObjectNode> each) {
    if (!list.isEmpty()) {
      ArrayNode array = node.putArray(field);
      list.forEach(element -> array.add(each.apply(element)));
    }
  }

  /// A text that may be empty, and then has no field: see [#textIfAny].
  static void putIfAny(ObjectNode node, String field, String text) {
    if (!text.isEmpty()) {
      node.put(field, text);
    }
  }

  /// Durations, instants and words, by their text.
  static void put(ObjectNode node, String field, Optional<?> value) {
    value.ifPresent(present -> node.put(field, present.toString()));
  }

  static <T> void put(
      ObjectNode node, String field, Optional<T> value, Function<T, ObjectNode> encode) {
    value.ifPresent(present -> node.set(field, encode.apply(present)));
  }

  static String text(JsonNode node, String field) {
    return node.get(field).asString();
  }

  static String textIfAny(JsonNode node, String field) {
    return node.has(field) ? text(node, field) : "";
  }

  static int number(JsonNode node, String field) {
    return node.get(field).asInt();
  }

  static long longNumber(JsonNode node, String field) {
    return node.get(field).asLong();
  }

  static boolean flag(JsonNode node, String field) {
    return node.get(field).asBoolean();
  }

  static Duration duration(JsonNode node, String field) {
    return Duration.parse(text(node, field));
  }

  static Instant instant(JsonNode node, String field) {
    return Instant.parse(text(node, field));
  }

  static <C extends Enum<C>> C constant(Class<C> type, JsonNode node, String field) {
    return Machine.ofWireName(type, text(node, field));
  }

  static <T> Optional<T> ifPresent(JsonNode node, String field, Function<JsonNode, T> decode) {
    return node.has(field) ? Optional.of(decode.apply(node.get(field))) : Optional.empty();
  }

  static <T> List<T> list(JsonNode node, String field, Function<JsonNode, T> decode) {
    return node.has(field) ? list(node.get(field), decode) : List.of();
  }

  static <T> List<T> list(JsonNode array, Function<JsonNode, T> decode) {
    List<T> list = new ArrayList<>();
    array.forEach(element -> list.add(decode.apply(element)));
    return list;
  }

  static List<String> texts(JsonNode node, String field) {
    return list(node, field, JsonNode::asString);
  }

  static SequencedMap<String, String> map(JsonNode node, String field) {
    return node.has(field) ? map(node.get(field)) : Ordered.empty();
  }

  static SequencedMap<String, String> map(JsonNode node) {
    var map = new LinkedHashMap<String, String>();
    node.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asString()));
    return Ordered.copyOf(map);
  }

  private Fields() {}
}
