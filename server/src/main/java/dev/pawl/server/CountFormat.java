package dev.pawl.server;

/// Formats counts for people: `1 row`, `2 rows`.
public final class CountFormat {

  /// The count and the noun.
  ///
  /// @param noun in the singular; its plural ends in `s`
  public static String text(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private CountFormat() {}
}
