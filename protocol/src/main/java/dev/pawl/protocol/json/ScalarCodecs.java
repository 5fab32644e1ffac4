package dev.pawl.protocol.json;

import dev.pawl.protocol.json.JsonCodec.JsonInput;
import dev.pawl.protocol.json.JsonCodec.JsonOutput;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tools.jackson.core.JsonToken;

/// The codecs of values that are one token. None of them converts: a number in quotes is no number.
final class ScalarCodecs {

  static final TypeCodec STRING =
      new TypeCodec() {
        @Override
        void write(JsonOutput out, Object value) {
          out.json.writeString((String) value);
        }

        @Override
        Object read(JsonInput in) {
          in.expect(JsonToken.VALUE_STRING);
          return in.json.getString();
        }
      };

  static final TypeCodec INT =
      new TypeCodec() {
        @Override
        void write(JsonOutput out, Object value) {
          out.json.writeNumber((int) value);
        }

        @Override
        Object read(JsonInput in) {
          in.expect(JsonToken.VALUE_NUMBER_INT);
          return in.json.getIntValue();
        }
      };

  static final TypeCodec LONG =
      new TypeCodec() {
        @Override
        void write(JsonOutput out, Object value) {
          out.json.writeNumber((long) value);
        }

        @Override
        Object read(JsonInput in) {
          in.expect(JsonToken.VALUE_NUMBER_INT);
          return in.json.getLongValue();
        }
      };

  static final TypeCodec DOUBLE =
      new TypeCodec() {
        @Override
        void write(JsonOutput out, Object value) {
          out.json.writeNumber((double) value);
        }

        @Override
        Object read(JsonInput in) {
          if (in.json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            in.expect(JsonToken.VALUE_NUMBER_FLOAT);
          }
          return in.json.getDoubleValue();
        }
      };

  static final TypeCodec BOOLEAN =
      new TypeCodec() {
        @Override
        void write(JsonOutput out, Object value) {
          out.json.writeBoolean((boolean) value);
        }

        @Override
        Object read(JsonInput in) {
          if (in.json.currentToken() != JsonToken.VALUE_FALSE) {
            in.expect(JsonToken.VALUE_TRUE);
          }
          return in.json.getBooleanValue();
        }
      };

  /// A type that is written as a text.
  static final class OfText<T> extends TypeCodec {

    private final Class<T> type;
    private final Function<T, String> write;
    private final Function<String, T> read;

    OfText(Class<T> type, Function<T, String> write, Function<String, T> read) {
      this.type = type;
      this.write = write;
      this.read = read;
    }

    @Override
    void write(JsonOutput out, Object value) {
      out.json.writeString(write.apply(type.cast(value)));
    }

    @Override
    Object read(JsonInput in) {
      in.expect(JsonToken.VALUE_STRING);
      String text = in.json.getString();
      try {
        return read.apply(text);
      } catch (RuntimeException e) {
        throw new MalformedJson("'%s' is no %s".formatted(text, type.getSimpleName()), e);
      }
    }
  }

  /// Constants by their names in lower case, as they are named everywhere outside of the code.
  static final class OfEnum extends TypeCodec {

    private final Class<?> type;
    private final Map<Object, String> names = new HashMap<>();
    private final Map<String, Object> constants = new HashMap<>();

    OfEnum(Class<?> type) {
      this.type = type;
      for (Object constant : type.getEnumConstants()) {
        String name = ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
        names.put(constant, name);
        constants.put(name, constant);
      }
    }

    @Override
    void write(JsonOutput out, Object value) {
      out.json.writeString(Objects.requireNonNull(names.get(value)));
    }

    @Override
    Object read(JsonInput in) {
      in.expect(JsonToken.VALUE_STRING);
      Object constant = constants.get(in.json.getString());
      if (constant == null) {
        throw new MalformedJson(
            "'%s' is no %s".formatted(in.json.getString(), type.getSimpleName()));
      }
      return constant;
    }
  }

  private ScalarCodecs() {}
}
