package dev.pawl.core.mask;

import java.util.Base64;
import java.util.Set;

/// What base64 makes of a value, wherever in the encoded data it stands.
///
/// Three bytes become four characters, so there are three ways to cut the value. Its first and last
/// characters may be shared with what stands beside it; where nothing follows, the last one is the
/// value's own.
final class Base64Encodings {

  private static final int GROUP = 3;
  private static final int BITS = 6;

  /// How many characters hold bits of 0, 1 or 2 bytes that precede the value.
  private static final int[] FOREIGN = {0, 2, 3};

  /// Where tools break the lines of what they encode.
  private static final int[] LINES = {64, 76};

  static void add(Set<String> spellings, byte[] value, int shortest) {
    for (int before = 0; before < GROUP; before++) {
      byte[] shifted = new byte[before + value.length];
      System.arraycopy(value, 0, shifted, before, value.length);
      String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
      int own = shifted.length * Byte.SIZE / BITS;
      addBoth(spellings, encoded.substring(FOREIGN[before], own), shortest);
      addBoth(spellings, encoded.substring(FOREIGN[before]), shortest);
      if (before == 0) {
        addLines(spellings, encoded, shortest);
      }
    }
  }

  private static void addLines(Set<String> spellings, String encoded, int shortest) {
    for (int line : LINES) {
      for (int from = 0; from < encoded.length() && encoded.length() > line; from += line) {
        int to = Math.min(encoded.length(), from + line);
        addBoth(spellings, encoded.substring(from, to), shortest);
      }
    }
  }

  /// In both alphabets.
  private static void addBoth(Set<String> spellings, String encoded, int shortest) {
    if (encoded.length() >= shortest) {
      spellings.add(encoded);
      spellings.add(encoded.replace('+', '-').replace('/', '_'));
    }
  }

  private Base64Encodings() {}
}
