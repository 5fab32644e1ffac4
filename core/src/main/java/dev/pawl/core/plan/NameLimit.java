package dev.pawl.core.plan;

import dev.pawl.expression.value.StorableText;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The limit of every name that a store looks things up by: of concurrency groups, tools and
/// repositories. A row of an index of PostgreSQL has about 2,700 bytes; the key of a group contains
/// two such names. SQLite has no such limit, but a workflow must mean the same on both.
public final class NameLimit {

  /// The most bytes of a name, in UTF-8.
  public static final int MAX_BYTES = 1_024;

  /// The advice for every [#problem].
  public static final String ADVICE =
      "use a name of at most %,d bytes without control characters".formatted(MAX_BYTES);

  /// The problem of a name, as the end of a sentence that begins with the name's role; empty if it
  /// has none.
  public static Optional<String> problem(String name) {
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      // Without its size: only the beginning of a very long one may be known.
      return Optional.of("has more than %,d bytes, which is the most".formatted(MAX_BYTES));
    }
    return name.chars().anyMatch(Character::isISOControl) || !StorableText.isStorable(name)
        ? Optional.of("contains a control character or half a character")
        : Optional.empty();
  }

  private NameLimit() {}
}
