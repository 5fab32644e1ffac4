package dev.pawl.server.store.codec;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.OrderedMaps;
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
public final class JsonFields {

  private static final JsonMapper JSON = new JsonMapper();

  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static ArrayNode array() {
    return JSON.createArrayNode();
  }

  public static String write(JsonNode node) {
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

  public static String write(List<String> list) {
    return write(out -> {
      out.writeStartArray();
      list.forEach(out::writeString);
      out.writeEndArray();
    });
  }

  public static JsonNode read(String text) {
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

  public static void putNumbers(ObjectNode node, String field, List<Integer> list) {
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
  public static void put(ObjectNode node, String field, Optional<?> value) {
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

  public static int number(JsonNode node, String field) {
    return node.get(field).asInt();
  }

  public static long longNumber(JsonNode node, String field) {
    return node.get(field).asLong();
  }

  public static boolean flag(JsonNode node, String field) {
    return node.get(field).asBoolean();
  }

  public static Duration duration(JsonNode node, String field) {
    return Duration.parse(text(node, field));
  }

  public static Instant instant(JsonNode node, String field) {
    return Instant.parse(text(node, field));
  }

  static <C extends Enum<C>> C constant(Class<C> type, JsonNode node, String field) {
    return Machine.ofWireName(type, text(node, field));
  }

  public static <T> Optional<T> ifPresent(
      JsonNode node, String field, Function<JsonNode, T> decode) {
    return node.has(field) ? Optional.of(decode.apply(node.get(field))) : Optional.empty();
  }

  public static <T> List<T> list(JsonNode node, String field, Function<JsonNode, T> decode) {
    return node.has(field) ? list(node.get(field), decode) : List.of();
  }

  public static <T> List<T> list(JsonNode array, Function<JsonNode, T> decode) {
    List<T> list = new ArrayList<>();
    array.forEach(element -> list.add(decode.apply(element)));
    return list;
  }

  static List<String> texts(JsonNode node, String field) {
    return list(node, field, JsonNode::asString);
  }

  static SequencedMap<String, String> map(JsonNode node, String field) {
    return node.has(field) ? map(node.get(field)) : OrderedMaps.empty();
  }

  static SequencedMap<String, String> map(JsonNode node) {
    var map = new LinkedHashMap<String, String>();
    node.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asString()));
    return OrderedMaps.copyOf(map);
  }

  private JsonFields() {}
}
