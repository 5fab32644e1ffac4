package dev.pawl.protocol.json;

import dev.pawl.protocol.json.JsonCodec.JsonInput;
import dev.pawl.protocol.json.JsonCodec.JsonOutput;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/// The codec of a record: one field a component, in the order of their declaration.
final class RecordTypeCodec extends TypeCodec {

  /// One field of the record.
  ///
  /// @param quoted the name as it is written
  /// @param absent the value of a field that is absent; null if there is none
  private record Field(
      String name, String quoted, TypeCodec codec, Method accessor, @Nullable Object absent) {

    boolean isLeftOut(Object value) {
      return codec.isAbsent(value) || (absent != null && absent.equals(value));
    }
  }

  private final Class<?> type;
  private final RecordComponent[] components;
  private final Field[] fields;
  private final Constructor<?> constructor;
  private final Map<String, Integer> indices = new HashMap<>();

  RecordTypeCodec(Class<?> type, TypeCodecs types) {
    this.type = type;
    this.components = type.getRecordComponents();
    this.fields = new Field[components.length];
    for (int at = 0; at < fields.length; at++) {
      fields[at] = field(components[at], types);
      indices.put(fields[at].name(), at);
    }
    Class<?>[] parameters =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      this.constructor = type.getDeclaredConstructor(parameters);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e); // every record has one
    }
  }

  private static Field field(RecordComponent component, TypeCodecs types) {
    JsonName named = component.getAnnotation(JsonName.class);
    TypeCodec codec = types.of(component.getGenericType());
    Object leftOut = types.defaultOf(component.getType());
    String name = named == null ? component.getName() : named.value();
    return new Field(
        name,
        JsonText.quotedName(name),
        codec,
        component.getAccessor(),
        leftOut == null ? codec.absent() : leftOut);
  }

  Class<?> type() {
    return type;
  }

  @Override
  void write(JsonOutput out, Object value) {
    out.json.writeStartObject();
    writeFields(out, value);
    out.json.writeEndObject();
  }

  void writeFields(JsonOutput out, Object value) {
    for (int at = 0; at < fields.length; at++) {
      Field field = fields[at];
      Object component = component(field, value);
      if (component == null) {
        requireNullable(at);
      } else if (!field.isLeftOut(component)) {
        out.json.writeQuotedName(field.quoted());
        field.codec().write(out, component);
      }
    }
  }

  @Override
  Object read(JsonInput in) {
    in.expect(JsonToken.START_OBJECT);
    return readFields(in);
  }

  /// Reads the fields that are left of an object.
  Object readFields(JsonInput in) {
    @Nullable Object[] values = new Object[fields.length];
    int next = 0;
    for (String name = in.json.nextName(); name != null; name = in.json.nextName()) {
      JsonToken token = in.json.nextToken();
      int at = next < fields.length && fields[next].name().equals(name) ? next : index(name, in);
      if (at < 0) {
        in.json.skipChildren();
      } else if (token != JsonToken.VALUE_NULL) {
        values[at] = value(fields[at], in);
        next = at + 1;
      }
    }
    for (int at = 0; at < values.length; at++) {
      if (values[at] == null) {
        values[at] = absent(at);
      }
    }
    return constructed(values);
  }

  private int index(String name, JsonInput in) {
    int at = indices.getOrDefault(name, -1);
    if (at < 0 && !in.ignoresUnknown()) {
      throw new MalformedJson("%s has no field '%s'".formatted(type.getSimpleName(), name));
    }
    return at;
  }

  private static Object value(Field field, JsonInput in) {
    try {
      return field.codec().read(in);
    } catch (MalformedJson e) {
      throw new MalformedJson("field '%s': %s".formatted(field.name(), e.getMessage()), e);
    }
  }

  private @Nullable Object absent(int at) {
    Object absent = fields[at].absent();
    if (absent == null) {
      requireNullable(at);
    }
    return absent;
  }

  /// Looked up when it matters only: reading an annotated type is slow.
  private void requireNullable(int at) {
    if (!components[at].getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      throw new MalformedJson(
          "%s without field '%s'".formatted(type.getSimpleName(), fields[at].name()));
    }
  }

  private static @Nullable Object component(Field field, Object value) {
    try {
      return field.accessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Object constructed(@Nullable Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw new MalformedJson(
            "no %s: %s".formatted(type.getSimpleName(), refused.getMessage()), refused);
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
