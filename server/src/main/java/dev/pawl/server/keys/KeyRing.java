package dev.pawl.server.keys;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Keys of a server, oldest first, each with the time from which it is used.
///
/// Its text has a line for each key: id, time and 64 hexadecimal digits. An id is the beginning of
/// the key's fingerprint, so that a damaged line is found.
public record KeyRing(List<Key> keys) {

  private static final int KEY_BYTES = 32;
  private static final int ID_LENGTH = 12;
  private static final String HEAD =
      """
      # Keys of a Pawl server. Keep this file secret, and back it up.
      # All servers of one store need the same file. `pawl key` explains.
      # id, used for runs that are created from, key
      """;

  public KeyRing {
    keys = keys.stream().sorted(Comparator.comparing(Key::from).thenComparing(Key::id)).toList();
  }

  /// One key.
  ///
  /// @param from runs that are created from this time on use it, until the next one is used
  public record Key(Instant from, String hex) {

    public Key {
      from = from.truncatedTo(ChronoUnit.MILLIS); // as stores keep it
      if (HexFormat.of().parseHex(hex).length != KEY_BYTES) {
        throw new IllegalArgumentException("a key has %d bytes".formatted(KEY_BYTES));
      }
    }

    public Key(Instant from, byte[] bytes) {
      this(from, HexFormat.of().formatHex(bytes));
    }

    public byte[] bytes() {
      return HexFormat.of().parseHex(hex);
    }

    /// Identifies the key without revealing it.
    public String fingerprint() {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update("pawl key ".getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(digest.digest(bytes()));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    public String id() {
      return fingerprint().substring(0, ID_LENGTH);
    }

    private String line() {
      return "%s %s %s\n".formatted(id(), from, hex);
    }

    /// Without the key itself: it must not get into a log.
    @Override
    public String toString() {
      return "key %s from %s".formatted(id(), from);
    }
  }

  /// A ring of one key, which is used for everything.
  public static KeyRing of(byte[] key) {
    return new KeyRing(List.of(new Key(Instant.EPOCH, key)));
  }

  /// Reads the text of a key file.
  ///
  /// @throws IllegalArgumentException if a line is damaged; the message names it, not what it says
  public static KeyRing parse(String text) {
    List<Key> keys = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        keys.add(
            key(line.split("\\s+", -1))
                .orElseThrow(damaged("line %d is damaged".formatted(i + 1))));
      }
    }
    if (keys.isEmpty()) {
      throw damaged("it has no key").get();
    }
    return new KeyRing(keys);
  }

  private static Supplier<IllegalArgumentException> damaged(String what) {
    return () -> new IllegalArgumentException(what);
  }

  private static Optional<Key> key(String[] words) {
    try {
      if (words.length == 3) {
        var key = new Key(Instant.parse(words[1]), words[2].toLowerCase(Locale.ROOT));
        return Optional.of(key).filter(read -> read.id().equals(words[0]));
      }
    } catch (DateTimeException | IllegalArgumentException _) {
      // The message would quote the key.
    }
    return Optional.empty();
  }

  /// The text of its file.
  public String text() {
    var text = new StringBuilder(HEAD);
    keys.forEach(key -> text.append(key.line()));
    return text.toString();
  }

  public KeyRing plus(Key key) {
    List<Key> more = new ArrayList<>(keys);
    more.add(key);
    return new KeyRing(more);
  }
}
