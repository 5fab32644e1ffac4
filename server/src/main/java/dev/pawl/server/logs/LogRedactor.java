package dev.pawl.server.logs;

import dev.pawl.core.mask.PatternAutomaton;
import java.util.Arrays;

/// Replaces secrets in a log by stars, byte by byte, so that every other byte stays at its offset.
/// A secret may have begun in bytes that are in the log already. Used by one thread at a time.
final class LogRedactor {

  /// A longer secret is not found across the point where a new process continues the log of an old
  /// one.
  static final int LOOK_BACK = 4096;

  private static final byte STAR = '*';
  private static final boolean[] NONE = {};

  /// Reads the bytes before an offset.
  interface Before {
    byte[] read(long offset, int most);
  }

  private int node = PatternAutomaton.ROOT;
  private long at = -1;

  /// Redacts in place, and returns how many bytes before these belong to a secret too.
  int apply(LogSecrets hidden, long offset, byte[] bytes, Before before) {
    if (hidden.automaton().isEmpty()) {
      return 0;
    }
    PatternAutomaton automaton = hidden.automaton().get();
    if (at != offset) {
      node = PatternAutomaton.ROOT;
      for (byte value : before.read(offset, LOOK_BACK)) {
        node = automaton.next(node, value);
      }
    }
    int earlier = 0;
    boolean[] covered = NONE;
    for (int index = 0; index < bytes.length; index++) {
      if (node == PatternAutomaton.ROOT) {
        index = automaton.skip(bytes, index, bytes.length);
        if (index == bytes.length) {
          break;
        }
      }
      node = automaton.next(node, bytes[index]);
      int length = automaton.longest(node);
      if (length > 0) {
        covered = covered.length == 0 ? new boolean[bytes.length] : covered;
        int first = index + 1 - length;
        earlier = Math.max(earlier, -first);
        Arrays.fill(covered, Math.max(0, first), index + 1, true);
      }
    }
    for (int index = 0; index < covered.length; index++) {
      bytes[index] = covered[index] ? STAR : bytes[index];
    }
    at = offset + bytes.length;
    return earlier;
  }

  static byte[] stars(int count) {
    byte[] stars = new byte[count];
    Arrays.fill(stars, STAR);
    return stars;
  }
}
