package dev.pawl.simulation.world;

import dev.pawl.server.store.Store;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Finds every collection that an object holds, at any depth, in the classes of its module.
///
/// Records are left out: they are values, as many as there are in their holder. So is the store.
final class CollectionScanner {

  /// Collections that live as long as a batch and are as large as it.
  private static final Set<String> OF_A_BATCH = Set.of("UndoLog.inverses");

  /// The package of the module of a class: `dev.pawl.server`, for example.
  private static final ClassValue<String> MODULES =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          String[] names = type.getPackageName().split("\\.", 4);
          return names.length < 3 ? "" : names[0] + "." + names[1] + "." + names[2];
        }
      };

  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return Stream.of(type.getDeclaredFields())
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .peek(field -> field.setAccessible(true))
              .toList();
        }
      };

  /// @param name the class and the field
  /// @param size of all that is in it
  record HeldCollection(String name, long size) {}

  private final String home;
  private final IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();
  private final Deque<Object> left = new ArrayDeque<>();
  private final List<HeldCollection> found = new ArrayList<>();

  private CollectionScanner(Object root) {
    this.home = module(root);
    visit(root);
  }

  static List<HeldCollection> in(Object root) {
    var search = new CollectionScanner(root);
    while (!search.left.isEmpty()) {
      search.look(search.left.remove());
    }
    return search.found;
  }

  private static String module(Object one) {
    return MODULES.get(one.getClass());
  }

  private void visit(Object one) {
    boolean isOurs =
        module(one).equals(home) && !one.getClass().isRecord() && !(one instanceof Store);
    if (isOurs && seen.put(one, true) == null) {
      left.add(one);
    }
  }

  private void look(Object one) {
    for (Field field : FIELDS.get(one.getClass())) {
      Object value = value(field, one);
      if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
        String name = one.getClass().getSimpleName() + "." + field.getName();
        if (!OF_A_BATCH.contains(name) && !isFixed(field, value)) {
          found.add(new HeldCollection(name, size(value)));
        }
        elements(value).forEach(this::visit);
      } else if (value != null) {
        visit(value);
      }
    }
  }

  /// Whether the collection is immutable and its field final.
  private static boolean isFixed(Field field, Object value) {
    Class<?> unchangeable = List.of().getClass().getNestHost();
    return Modifier.isFinal(field.getModifiers())
        && value.getClass().getNestHost().equals(unchangeable);
  }

  private static Object value(Field field, Object one) {
    try {
      return field.get(one);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Collection<?> elements(Object value) {
    return value instanceof Map<?, ?> map ? map.values() : (Collection<?>) value;
  }

  private static long size(Object value) {
    return value instanceof Collection<?> || value instanceof Map<?, ?>
        ? elements(value).stream().mapToLong(CollectionScanner::size).sum()
        : 1;
  }
}
