package dev.pawl.protocol.json;

import dev.pawl.protocol.json.JsonCodec.JsonInput;
import dev.pawl.protocol.json.JsonCodec.JsonOutput;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JsonToken;

/// The codec of a sealed family: the fields of the record, behind one that names it.
///
/// The name is the record's, as `attempt-leased`. It comes first, so that the fields can be read as
/// they come; a JSON object whose fields were put in another order is rejected.
final class SealedTypeCodec extends TypeCodec {

  static final String TAG = "is";

  private final Class<?> family;
  private final TypeCodecs types;
  private final Map<Class<?>, String> names = new HashMap<>();
  private final Map<String, Class<?>> members = new HashMap<>();

  SealedTypeCodec(Class<?> family, TypeCodecs types) {
    this.family = family;
    this.types = types;
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
    out.json.writeStringProperty(TAG, nameOf(value));
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
    Class<?> member = members.get(in.json.getString());
    if (member == null) {
      throw new MalformedJson(
          "'%s' is no %s".formatted(in.json.getString(), family.getSimpleName()));
    }
    return types.ofRecord(member).readFields(in);
  }
}
