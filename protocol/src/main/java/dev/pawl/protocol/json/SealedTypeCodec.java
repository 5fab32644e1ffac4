package dev.pawl.protocol.json;

import dev.pawl.protocol.json.JsonCodec.JsonInput;
import dev.pawl.protocol.json.JsonCodec.JsonOutput;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/// The codec of a sealed family: the fields of the record, behind one that names it.
///
/// The name is the record's, as `attempt-leased`. It comes first, so that the fields can be read as
/// they come; a JSON object whose fields were put in another order is rejected.
final class SealedTypeCodec extends TypeCodec {

  static final String TAG = "is";
  private static final String QUOTED_TAG = JsonText.quotedName(TAG);

  private final Class<?> family;
  private final TypeCodecs types;
  private final @Nullable Function<String, ?> fallback;
  private final Map<Class<?>, String> names = new HashMap<>();
  private final Map<String, Class<?>> members = new HashMap<>();

  /// @param fallback makes the member in place of one that a newer peer has named
  SealedTypeCodec(Class<?> family, TypeCodecs types, @Nullable Function<String, ?> fallback) {
    this.family = family;
    this.types = types;
    this.fallback = fallback;
    add(family);
  }

  private void add(Class<?> type) {
    if (type.isSealed()) {
      for (Class<?> member : type.getPermittedSubclasses()) {
        add(member);
      }
      return;
    }
    String name = type.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    Class<?> other = members.put(name, type);
    if (other != null && other != type) {
      throw new IllegalArgumentException(type + " and " + other + " have the same name");
    }
    names.put(type, name);
  }

  String nameOf(Object member) {
    return Objects.requireNonNull(names.get(member.getClass()));
  }

  @Override
  void write(JsonOutput out, Object value) {
    out.json.writeStartObject();
    out.json.writeQuotedName(QUOTED_TAG);
    out.json.writeString(nameOf(value));
    types.ofRecord(value.getClass()).writeFields(out, value);
    out.json.writeEndObject();
  }

  @Override
  Object read(JsonInput in) {
    in.expect(JsonToken.START_OBJECT);
    if (!TAG.equals(in.json.nextName())) {
      throw new MalformedJson(
          "a %s without field '%s' in front".formatted(family.getSimpleName(), TAG));
    }
    in.json.nextToken();
    in.expect(JsonToken.VALUE_STRING);
    String name = in.json.getString();
    Class<?> member = members.get(name);
    return member == null ? unknown(name, in) : types.ofRecord(member).readFields(in);
  }

  private Object unknown(String name, JsonInput in) {
    if (fallback == null || !in.ignoresUnknown()) {
      throw new MalformedJson("'%s' is no %s".formatted(name, family.getSimpleName()));
    }
    in.skipTo(in.depth() - 1);
    return fallback.apply(name);
  }
}
