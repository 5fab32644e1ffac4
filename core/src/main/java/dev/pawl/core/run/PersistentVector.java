package dev.pawl.core.run;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// A persistent vector: `with` shares all but one path of a wide tree, so that changing one of ten
/// thousand elements copies a few dozen references. A decision about one job must not cost what the
/// run's other jobs cost.
///
/// It also finds the least element by a key, and caches the answer for every unchanged subtree: the
/// next deadline of a run is found without looking at all of its jobs. The cache is derived data;
/// only the thread that decides uses it.
///
/// @param <T> the elements
public final class PersistentVector<T> implements Iterable<T> {

  /// The key of an element that has none: never the least.
  public static final long NEVER = Long.MAX_VALUE;

  private static final int BITS = 5;
  private static final int WIDTH = 1 << BITS;
  private static final int MASK = WIDTH - 1;

  /// The key of a slot that has not been computed since it changed.
  private static final long UNKNOWN = Long.MIN_VALUE;

  /// A subtree and, once computed, the least key under each of its slots.
  private static final class Node {
    private final Object[] slots;
    private @Nullable ToLongFunction<?> keyedBy;
    private long[] keys = {};

    private Node(Object[] slots) {
      this.slots = slots;
    }

    /// The node with one slot changed; the cached keys of the others stay.
    private Node with(int slot, Object changed) {
      boolean isNew = slot == slots.length;
      Object[] next = isNew ? Arrays.copyOf(slots, slot + 1) : slots.clone();
      next[slot] = changed;
      var node = new Node(next);
      if (keyedBy != null) {
        node.keyedBy = keyedBy;
        node.keys = isNew ? Arrays.copyOf(keys, slot + 1) : keys.clone();
        node.keys[slot] = UNKNOWN;
      }
      return node;
    }

    /// Drops the cached keys if they are of another key function.
    @SuppressWarnings("ReferenceEquality") // key functions are compared by identity
    private void keyBy(ToLongFunction<?> key) {
      if (keyedBy != key) {
        keyedBy = key;
        keys = new long[slots.length];
        Arrays.fill(keys, UNKNOWN);
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other || (other instanceof Node that && Arrays.equals(slots, that.slots));
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(slots);
    }

    @Override
    public String toString() {
      return Arrays.toString(slots);
    }
  }

  private final Node root;
  private final int shift;
  private final int size;

  private PersistentVector(Node root, int shift, int size) {
    this.root = root;
    this.shift = shift;
    this.size = size;
  }

  public static <T> PersistentVector<T> of(List<T> elements) {
    Object[] level = elements.toArray();
    int shift = 0;
    while (level.length > WIDTH) {
      level = grouped(level);
      shift += BITS;
    }
    return new PersistentVector<>(new Node(level), shift, elements.size());
  }

  private static Object[] grouped(Object[] level) {
    Object[] above = new Object[(level.length + WIDTH - 1) / WIDTH];
    for (int i = 0; i < above.length; i++) {
      int end = Math.min(level.length, (i + 1) * WIDTH);
      above[i] = new Node(Arrays.copyOfRange(level, i * WIDTH, end));
    }
    return above;
  }

  public int size() {
    return size;
  }

  @SuppressWarnings("unchecked") // leaves hold only elements of type T
  public T get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("index " + index + " of " + size);
    }
    Node node = root;
    for (int level = shift; level > 0; level -= BITS) {
      node = (Node) node.slots[(index >>> level) & MASK];
    }
    return (T) node.slots[index & MASK];
  }

  public PersistentVector<T> with(int index, T element) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("index " + index + " of " + size);
    }
    return new PersistentVector<>(with(root, shift, index, element), shift, size);
  }

  private static Node with(Node node, int level, int index, Object element) {
    int slot = (index >>> level) & MASK;
    Object changed =
        level == 0 ? element : with((Node) node.slots[slot], level - BITS, index, element);
    return node.with(slot, changed);
  }

  /// The vector with another element.
  public PersistentVector<T> append(T element) {
    if (size == 1 << (shift + BITS)) {
      var taller = new Node(new Object[] {root});
      return new PersistentVector<>(
          append(taller, shift + BITS, size, element), shift + BITS, size + 1);
    }
    return new PersistentVector<>(append(root, shift, size, element), shift, size + 1);
  }

  private static Node append(Node node, int level, int index, Object element) {
    int slot = (index >>> level) & MASK;
    if (level == 0) {
      return node.with(slot, element);
    }
    Node below = slot == node.slots.length ? new Node(new Object[0]) : (Node) node.slots[slot];
    return node.with(slot, append(below, level - BITS, index, element));
  }

  /// The least key of all elements, [#NEVER] if none has one. Cheap if little changed since the
  /// last call with the same `key` object.
  public long least(ToLongFunction<? super T> key) {
    return least(root, shift, key);
  }

  private static <T> long least(Node node, int level, ToLongFunction<? super T> key) {
    node.keyBy(key);
    long least = NEVER;
    for (int slot = 0; slot < node.slots.length; slot++) {
      least = Math.min(least, keyOf(node, slot, level, key));
    }
    return least;
  }

  @SuppressWarnings("unchecked")
  private static <T> long keyOf(Node node, int slot, int level, ToLongFunction<? super T> key) {
    if (node.keys[slot] == UNKNOWN) {
      node.keys[slot] =
          level == 0
              ? key.applyAsLong((T) node.slots[slot])
              : least((Node) node.slots[slot], level - BITS, key);
    }
    return node.keys[slot];
  }

  /// The first element from `from` on whose key is at most `bound`; -1 if there is none.
  public int firstWithin(ToLongFunction<? super T> key, long bound, int from) {
    return from >= size ? -1 : firstWithin(root, shift, key, bound, 0, from);
  }

  private static <T> int firstWithin(
      Node node, int level, ToLongFunction<? super T> key, long bound, int base, int from) {
    node.keyBy(key);
    for (int slot = Math.max(0, (from - base) >> level); slot < node.slots.length; slot++) {
      if (keyOf(node, slot, level, key) > bound) {
        continue;
      }
      int at = base + (slot << level);
      if (level == 0) {
        return at;
      }
      int found = firstWithin((Node) node.slots[slot], level - BITS, key, bound, at, from);
      if (found >= 0) {
        return found;
      }
    }
    return -1;
  }

  /// Compares shared subtrees by identity first.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PersistentVector<?> that && size == that.size && root.equals(that.root);
  }

  @Override
  public int hashCode() {
    return root.hashCode();
  }

  @Override
  public String toString() {
    return root.toString();
  }

  @Override
  public Iterator<T> iterator() {
    return new Iterator<>() {
      private int next = 0;

      @Override
      public boolean hasNext() {
        return next < size;
      }

      @Override
      public T next() {
        if (next >= size) {
          throw new NoSuchElementException();
        }
        return get(next++);
      }
    };
  }
}
