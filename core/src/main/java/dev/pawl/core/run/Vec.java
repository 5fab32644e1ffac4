package dev.pawl.core.run;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/// A persistent vector: `with` shares all but one path of a wide tree, so that changing one element
/// of ten thousand copies a few dozen references. The reason is that a decision about one job must
/// not cost what the run's other jobs cost.
///
/// @param <T> the elements
public final class Vec<T> implements Iterable<T> {

  private static final int BITS = 5;
  private static final int WIDTH = 1 << BITS;
  private static final int MASK = WIDTH - 1;

  private final Object[] root;
  private final int shift;
  private final int size;

  private Vec(Object[] root, int shift, int size) {
    this.root = root;
    this.shift = shift;
    this.size = size;
  }

  public static <T> Vec<T> of(List<T> elements) {
    Object[] level = elements.toArray();
    int shift = 0;
    while (level.length > WIDTH) {
      level = grouped(level);
      shift += BITS;
    }
    return new Vec<>(level, shift, elements.size());
  }

  private static Object[] grouped(Object[] level) {
    Object[] above = new Object[(level.length + WIDTH - 1) / WIDTH];
    for (int i = 0; i < above.length; i++) {
      above[i] = Arrays.copyOfRange(level, i * WIDTH, Math.min(level.length, (i + 1) * WIDTH));
    }
    return above;
  }

  public int size() {
    return size;
  }

  @SuppressWarnings("unchecked") // leaves hold only what of() and with() were given
  public T at(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("index " + index + " of " + size);
    }
    Object[] node = root;
    for (int level = shift; level > 0; level -= BITS) {
      node = (Object[]) node[(index >>> level) & MASK];
    }
    return (T) node[index & MASK];
  }

  public Vec<T> with(int index, T element) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("index " + index + " of " + size);
    }
    Object[] copy = root.clone();
    Object[] node = copy;
    for (int level = shift; level > 0; level -= BITS) {
      int slot = (index >>> level) & MASK;
      Object[] child = ((Object[]) node[slot]).clone();
      node[slot] = child;
      node = child;
    }
    node[index & MASK] = element;
    return new Vec<>(copy, shift, size);
  }

  /// Shared paths are equal without a look.
  @Override
  public boolean equals(Object other) {
    return other instanceof Vec<?> that && size == that.size && Arrays.deepEquals(root, that.root);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(root);
  }

  @Override
  public String toString() {
    return Arrays.deepToString(root);
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
        return at(next++);
      }
    };
  }
}
