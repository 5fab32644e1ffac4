package dev.pawl.core.mask;

import java.util.Base64;
import java.util.Set;

/// The base64 encodings of a value at any position in encoded data.
///
/// Three bytes become four characters, so a value can be aligned in three ways. Its first and last
/// characters may share bits with its neighbours; at the end of the data, the last one is the
/// value's own.
final class Base64Encodings {

  private static final int GROUP = 3;
  private static final int BITS = 6;

  /// The number of characters that hold bits of the 0, 1 or 2 bytes before the value.
  private static final int[] FOREIGN = {0, 2, 3};

  /// The line lengths at which tools wrap encoded data.
  private static final int[] LINES = {64, 76};

  static void add(Set<String> encodings, byte[] value, int minLength) {
    for (int before = 0; before < GROUP; before++) {
      byte[] shifted = new byte[before + value.length];
      System.arraycopy(value, 0, shifted, before, value.length);
      String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
      int own = shifted.length * Byte.SIZE / BITS;
      addBoth(encodings, encoded.substring(FOREIGN[before], own), minLength);
      addBoth(encodings, encoded.substring(FOREIGN[before]), minLength);
      if (before == 0) {
        addLines(encodings, encoded, minLength);
      }
    }
  }

  private static void addLines(Set<String> encodings, String encoded, int minLength) {
    for (int line : LINES) {
      for (int from = 0; from < encoded.length() && encoded.length() > line; from += line) {
        int to = Math.min(encoded.length(), from + line);
        addBoth(encodings, encoded.substring(from, to), minLength);
      }
    }
  }

  /// Adds the encoding in both alphabets.
  private static void addBoth(Set<String> encodings, String encoded, int minLength) {
    if (encoded.length() >= minLength) {
      encodings.add(encoded);
      encodings.add(encoded.replace('+', '-').replace('/', '_'));
    }
  }

  private Base64Encodings() {}
}
