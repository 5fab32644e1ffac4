package dev.pawl.core.mask;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;

/// Finds many byte patterns in one pass, whatever their number (Aho-Corasick).
///
/// The nodes are the prefixes of the patterns; the root is the empty prefix. A node stands for the
/// longest prefix that the bytes read so far end with, and knows the longest whole pattern among
/// their endings.
public final class PatternAutomaton {

  /// The node before the first byte.
  public static final int ROOT = 0;

  private static final int NONE = -1;
  private static final int BYTES = 256;

  private int nodes = 1;
  private byte[] label = new byte[BYTES];
  private int[] firstChild = {NONE};
  private int[] sibling = {NONE};
  private int[] depth = {0};
  private int[] open = {0};
  private int[] longest = {0};
  private int[] shorter = {ROOT};
  private final int[] fromRoot = new int[BYTES];

  /// Builds the automaton of these patterns.
  ///
  /// @throws TooManySecretsException if that would take too much memory
  public PatternAutomaton(Collection<String> patterns) {
    grow(BYTES);
    for (String pattern : patterns) {
      insert(pattern.getBytes(StandardCharsets.UTF_8));
    }
    link();
  }

  public boolean isEmpty() {
    return nodes == 1;
  }

  /// The index of the first byte that begins a pattern, or `to`.
  public int skip(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && fromRoot[Byte.toUnsignedInt(bytes[at])] == ROOT) {
      at++;
    }
    return at;
  }

  /// The node after another byte.
  public int next(int node, byte value) {
    for (int at = node; at != ROOT; at = shorter[at]) {
      int child = child(at, value);
      if (child != NONE) {
        return child;
      }
    }
    return fromRoot[Byte.toUnsignedInt(value)];
  }

  /// The number of last bytes that may begin a pattern that is not complete yet.
  public int open(int node) {
    return open[node];
  }

  /// The number of last bytes that are a whole pattern; 0 if none.
  public int longest(int node) {
    return longest[node];
  }

  private int child(int node, byte value) {
    int child = firstChild[node];
    while (child != NONE && label[child] != value) {
      child = sibling[child];
    }
    return child;
  }

  private void insert(byte[] pattern) {
    int at = ROOT;
    for (byte value : pattern) {
      int child = at == ROOT ? fromRoot[Byte.toUnsignedInt(value)] : child(at, value);
      at = child == NONE || child == ROOT ? added(at, value) : child;
    }
    longest[at] = pattern.length;
  }

  private int added(int parent, byte value) {
    if (nodes == TooManySecretsException.MAX_NODES) {
      throw new TooManySecretsException();
    }
    if (nodes == label.length) {
      grow(2 * nodes);
    }
    int node = nodes++;
    label[node] = value;
    firstChild[node] = NONE;
    sibling[node] = firstChild[parent];
    firstChild[parent] = node;
    depth[node] = depth[parent] + 1;
    if (parent == ROOT) {
      fromRoot[Byte.toUnsignedInt(value)] = node;
    }
    return node;
  }

  private void grow(int size) {
    label = Arrays.copyOf(label, size);
    firstChild = Arrays.copyOf(firstChild, size);
    sibling = Arrays.copyOf(sibling, size);
    depth = Arrays.copyOf(depth, size);
    open = Arrays.copyOf(open, size);
    longest = Arrays.copyOf(longest, size);
    shorter = Arrays.copyOf(shorter, size);
  }

  /// Links each node to the longest shorter prefix that it ends with, level by level, so that the
  /// link of that prefix exists already.
  private void link() {
    int[] queue = new int[nodes];
    int last = 1;
    for (int first = 0; first < last; first++) {
      int node = queue[first];
      for (int child = firstChild[node]; child != NONE; child = sibling[child]) {
        shorter[child] = node == ROOT ? ROOT : next(shorter[node], label[child]);
        longest[child] = Math.max(longest[child], longest[shorter[child]]);
        open[child] = firstChild[child] == NONE ? open[shorter[child]] : depth[child];
        queue[last++] = child;
      }
    }
  }
}
