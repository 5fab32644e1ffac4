package dev.pawl.simulation.random;

import java.util.SplittableRandom;

/// Splits one root seed into labelled streams, so that a new draw in one does not change the
/// others.
public final class SeedSplitter {

  private final long root;

  public SeedSplitter(long root) {
    this.root = root;
  }

  /// The stream with that label: the same for the same root, in any JVM.
  public RandomStream stream(String label) {
    long hash = 0xcbf29ce484222325L ^ root;
    for (int i = 0; i < label.length(); i++) {
      hash = (hash ^ label.charAt(i)) * 0x100000001b3L;
    }
    return new RandomStream(new SplittableRandom(mixed(hash ^ mixed(root))));
  }

  /// The finalizer of SplitMix64: neighbouring seeds have nothing in common.
  private static long mixed(long bits) {
    long mixed = bits + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
