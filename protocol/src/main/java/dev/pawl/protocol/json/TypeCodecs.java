package dev.pawl.protocol.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The codecs by type, each made when its type is met first. A record may not contain itself.
final class TypeCodecs {

  private final Map<Type, TypeCodec> known = new ConcurrentHashMap<>();
  private final Map<Class<?>, Object> defaults;
  private final Set<Class<?>> shared;
  private final Set<Class<?>> skippable;
  private final Map<Class<?>, Function<String, ?>> fallbacks;

  TypeCodecs(JsonCodec.Builder builder) {
    this.defaults = Map.copyOf(builder.defaults);
    this.shared = Set.copyOf(builder.shared);
    this.skippable = Set.copyOf(builder.skippable);
    this.fallbacks = Map.copyOf(builder.fallbacks);
    known.put(String.class, ScalarCodecs.STRING);
    known.put(int.class, ScalarCodecs.INT);
    known.put(Integer.class, ScalarCodecs.INT);
    known.put(long.class, ScalarCodecs.LONG);
    known.put(Long.class, ScalarCodecs.LONG);
    known.put(double.class, ScalarCodecs.DOUBLE);
    known.put(boolean.class, ScalarCodecs.BOOLEAN);
    known.put(
        Duration.class,
        new ScalarCodecs.OfText<>(Duration.class, Duration::toString, Duration::parse));
    known.put(
        Instant.class, new ScalarCodecs.OfText<>(Instant.class, Instant::toString, Instant::parse));
    builder.codecs.forEach((type, codec) -> known.put(type, codec.apply(this)));
  }

  TypeCodec of(Type type) {
    TypeCodec codec = known.get(type);
    if (codec == null) {
      codec = made(type);
      known.put(type, codec);
    }
    return codec;
  }

  RecordTypeCodec ofRecord(Class<?> type) {
    return (RecordTypeCodec) of(type);
  }

  TypeCodec ofList(Class<?> element) {
    return new ContainerCodecs.OfList(of(element), skippable.contains(element));
  }

  /// The value of that type that has no field, if there is one.
  @Nullable Object defaultOf(Class<?> type) {
    return defaults.get(type);
  }

  private TypeCodec made(Type type) {
    if (type instanceof ParameterizedType generic) {
      return made(generic);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isEnum()) {
      return new ScalarCodecs.OfEnum(raw);
    }
    if (raw.isSealed()) {
      return new SealedTypeCodec(raw, this, fallbacks.get(raw));
    }
    if (raw.isRecord()) {
      var codec = new RecordTypeCodec(raw, this);
      return shared.contains(raw) ? new SharedTypeCodec(codec) : codec;
    }
    throw new IllegalArgumentException(raw + " has no JSON form");
  }

  private TypeCodec made(ParameterizedType generic) {
    Type[] arguments = generic.getActualTypeArguments();
    Type last = arguments[arguments.length - 1];
    TypeCodec element = of(last);
    Type raw = generic.getRawType();
    if (raw == List.class) {
      return new ContainerCodecs.OfList(
          element, last instanceof Class<?> one && skippable.contains(one));
    }
    if (raw == Optional.class) {
      return new ContainerCodecs.OfOptional(element);
    }
    boolean isMap = raw == Map.class || raw == SequencedMap.class;
    if (isMap && arguments[0] == String.class) {
      return new ContainerCodecs.OfMap(element);
    }
    throw new IllegalArgumentException(generic + " has no JSON form");
  }
}
