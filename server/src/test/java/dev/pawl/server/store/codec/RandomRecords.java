package dev.pawl.server.store.codec;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.expression.value.Value;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;

/// Makes records of any type out of a seed, component by component.
final class RandomRecords {

  private static final List<String> TEXTS =
      List.of("", "x", "${{ needs.a.outputs.b }}", "\"quoted\" \\ é 𝄞\n\t\u0000", "a:b/c#1", "0");
  private static final List<String> CONDITIONS =
      List.of("success()", "always()", "failure() && github.ref == 'main'");

  private final Random random;

  RandomRecords(long seed) {
    this.random = new Random(seed);
  }

  <T> T make(Class<T> type) {
    return type.cast(value(type));
  }

  private Object value(Type type) {
    if (type instanceof ParameterizedType generic) {
      return container(generic);
    }
    Class<?> raw = (Class<?>) type;
    return switch (raw.getName()) {
      case "java.lang.String" -> text();
      case "int", "java.lang.Integer" -> random.nextInt(-2, 300);
      case "long" -> random.nextLong();
      case "double" -> random.nextDouble();
      case "boolean" -> random.nextBoolean();
      case "java.time.Duration" -> Duration.ofMillis(random.nextInt(1_000_000));
      case "java.time.Instant" -> Instant.ofEpochMilli(random.nextLong(1L << 42));
      default -> model(raw);
    };
  }

  private Object model(Class<?> type) {
    if (type == Condition.class) {
      return Condition.of(CONDITIONS.get(random.nextInt(CONDITIONS.size())));
    }
    if (type == FailureRule.class) {
      return FailureRule.log(ReasonCode.INFRA, "rule " + random.nextInt(), "a.*b");
    }
    if (type == Actor.class) { // a kind without a name has no colon
      return new Actor(constant(ActorKind.class), text());
    }
    if (type == Value.Dict.class) {
      return new Value.Dict(map(Value.class));
    }
    if (type == Value.class) {
      return random.nextBoolean() ? new Value.Text(text()) : new Value.Num(random.nextInt(9));
    }
    if (type.isEnum()) {
      return constant(type);
    }
    if (type.isSealed()) {
      Class<?>[] members = type.getPermittedSubclasses();
      return value(members[random.nextInt(members.length)]);
    }
    return record(type);
  }

  private <C> C constant(Class<C> type) {
    C[] all = type.getEnumConstants();
    return all[random.nextInt(all.length)];
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  /// Tries again where a record refuses its components.
  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    while (true) {
      Object[] values = Arrays.stream(components).map(one -> value(one.getGenericType())).toArray();
      try {
        return type.getDeclaredConstructor(types).newInstance(values);
      } catch (InvocationTargetException e) {
        if (!(e.getCause() instanceof IllegalArgumentException)) {
          throw new IllegalStateException(e);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Object container(ParameterizedType type) {
    Type[] arguments = type.getActualTypeArguments();
    Type element = arguments[arguments.length - 1];
    if (type.getRawType() == Optional.class) {
      return random.nextBoolean() ? Optional.of(value(element)) : Optional.empty();
    }
    if (type.getRawType() == List.class) {
      List<Object> list = new ArrayList<>();
      for (int left = random.nextInt(3); left > 0; left--) {
        list.add(value(element));
      }
      return list;
    }
    return map(element);
  }

  @SuppressWarnings("unchecked") // of the type that was asked for
  private <V> SequencedMap<String, V> map(Type element) {
    SequencedMap<String, V> map = new LinkedHashMap<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      map.put(text() + left, (V) value(element));
    }
    return map;
  }
}
