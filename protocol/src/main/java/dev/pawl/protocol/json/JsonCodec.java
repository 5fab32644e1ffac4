package dev.pawl.protocol.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reads and writes records as JSON objects, component by component.
///
/// A list, a map or an Optional that is empty has no field, nor has a value that is its type's
/// default; all other fields are required, unless the component is declared nullable. The record of
/// a sealed family begins with a field [SealedTypeCodec#TAG] that names it.
///
/// It exists because a start of `pawl run` would pay about 100 ms for the introspection of a
/// general mapper: docs/adr/0023 has the figures.
public final class JsonCodec {

  /// The treatment of fields that no component is named after.
  public enum UnknownFields {
    /// For what is stored: it was written by this version, or migrated to it.
    REJECT,
    /// For what is sent: a newer peer may know more.
    IGNORE
  }

  private static final JsonFactory JSON = new JsonFactory();

  private final TypeCodecs types;

  private JsonCodec(Builder builder) {
    this.types = new TypeCodecs(builder);
  }

  public static Builder builder() {
    return new Builder();
  }

  public <T> String write(Class<T> type, T value) {
    return written(types.of(type), value);
  }

  /// The record's fields behind one that is not a component's.
  public String writeTagged(String tag, String name, Record value) {
    RecordTypeCodec codec = types.ofRecord(value.getClass());
    return text(out -> {
      out.json.writeStartObject();
      out.json.writeName(tag);
      out.json.writeString(name);
      codec.writeFields(out, value);
      out.json.writeEndObject();
    });
  }

  public <T> String writeList(Class<T> type, List<T> values) {
    return written(types.ofList(type), values);
  }

  /// Reads a value.
  ///
  /// @throws MalformedJson if the text is not the JSON of such a value
  public <T> T read(Class<T> type, String text, UnknownFields unknown) {
    return type.cast(read(types.of(type), text, unknown));
  }

  /// Reads a list of values.
  ///
  /// @throws MalformedJson if the text is not a list of such values
  @SuppressWarnings("unchecked") // the codec reads lists of that type only
  public <T> List<T> readList(Class<T> type, String text, UnknownFields unknown) {
    return (List<T>) read(types.ofList(type), text, unknown);
  }

  /// The name that tells a member of a sealed family from the others.
  public <T> String nameOf(Class<T> family, T member) {
    return ((SealedTypeCodec) types.of(family)).nameOf(member);
  }

  /// The text in that field of the object, wherever it stands; none if it is no text or not there.
  ///
  /// @throws MalformedJson if the text is not an object
  public static Optional<String> field(String name, String text) {
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedJson("not an object");
      }
      for (String field = in.nextName(); field != null; field = in.nextName()) {
        in.nextToken();
        if (field.equals(name)) {
          return in.currentToken() == JsonToken.VALUE_STRING
              ? Optional.of(in.getString())
              : Optional.empty();
        }
        in.skipChildren();
      }
      return Optional.empty();
    } catch (JacksonException e) {
      throw new MalformedJson(e.getOriginalMessage(), e);
    }
  }

  private static String written(TypeCodec codec, Object value) {
    return text(out -> codec.write(out, value));
  }

  private static String text(Consumer<JsonOutput> writing) {
    var out = new JsonOutput();
    writing.accept(out);
    return out.json.toString();
  }

  private static Object read(TypeCodec codec, String text, UnknownFields unknown) {
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), text)) {
      in.nextToken();
      Object value = codec.read(new JsonInput(in, unknown));
      if (in.nextToken() != null) {
        throw new MalformedJson("more than one value");
      }
      return value;
    } catch (JacksonException e) {
      throw new MalformedJson(e.getOriginalMessage(), e);
    }
  }

  /// Collects the types that are not written component by component.
  public static final class Builder {

    final Map<Class<?>, Function<TypeCodecs, TypeCodec>> codecs = new HashMap<>();
    final Map<Class<?>, Object> defaults = new HashMap<>();
    final Set<Class<?>> shared = new HashSet<>();
    final Set<Class<?>> skippable = new HashSet<>();
    final Map<Class<?>, Function<String, ?>> fallbacks = new HashMap<>();

    private Builder() {}

    /// A type that is written as a text.
    public <T> Builder text(Class<T> type, Function<T, String> write, Function<String, T> read) {
      codecs.put(type, _ -> new ScalarCodecs.OfText<>(type, write, read));
      return this;
    }

    /// A type that is no record itself, and is written as one.
    public <T, R extends Record> Builder as(
        Class<T> type, Class<R> record, Function<T, R> write, Function<R, T> read) {
      codecs.put(
          type, types -> new ConvertedTypeCodec<>(type, types.ofRecord(record), write, read));
      return this;
    }

    /// A value that has no field: what is absent is read as this.
    public <T extends Record> Builder leaveOut(Class<T> type, T value) {
      defaults.put(type, value);
      return this;
    }

    /// A type whose equal values are written once in a text; a number refers to them afterwards.
    public Builder share(Class<? extends Record> type) {
      shared.add(type);
      return this;
    }

    /// A type of which a newer peer may send what this version cannot read: where unknown fields
    /// are ignored, a list is read without those elements.
    public Builder skipUnreadable(Class<?> type) {
      skippable.add(type);
      return this;
    }

    /// A sealed family to which a newer version may add: where unknown fields are ignored, a member
    /// that is not known is read as this one, made of its name.
    public <T> Builder readUnknownAs(Class<T> family, Function<String, ? extends T> member) {
      fallbacks.put(family, member);
      return this;
    }

    public JsonCodec build() {
      return new JsonCodec(this);
    }
  }

  /// A text as it is being written.
  static final class JsonOutput {

    final JsonText json = new JsonText();
    private final Map<Object, Integer> shared = new HashMap<>();

    private JsonOutput() {}

    /// The number of an equal value that is in the text already; null if there is none.
    @Nullable Integer numberOf(Object value) {
      return shared.putIfAbsent(value, shared.size());
    }
  }

  /// A text as it is being read. The parser stands on the first token of the value.
  static final class JsonInput {

    final JsonParser json;
    final UnknownFields unknown;
    private final List<Object> shared = new ArrayList<>();

    private JsonInput(JsonParser json, UnknownFields unknown) {
      this.json = json;
      this.unknown = unknown;
    }

    void share(Object value) {
      shared.add(value);
    }

    Object shared(Class<?> type, int number) {
      if (number < 0 || number >= shared.size() || !type.isInstance(shared.get(number))) {
        throw new MalformedJson("no %s has number %d".formatted(type.getSimpleName(), number));
      }
      return shared.get(number);
    }

    boolean ignoresUnknown() {
      return unknown == UnknownFields.IGNORE;
    }

    int depth() {
      return json.streamReadContext().getNestingDepth();
    }

    /// Skips what is left of the values that are deeper than this.
    void skipTo(int depth) {
      while (depth() > depth) {
        json.nextToken();
      }
    }

    void expect(JsonToken token) {
      if (json.currentToken() != token) {
        throw new MalformedJson(token + " expected, not " + json.currentToken());
      }
    }
  }
}
