package dev.pawl.core.mask;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The forms in which a secret may appear in a log: as it is, line by line, and in the encodings
/// that tools commonly print.
public final class SecretEncodings {

  /// A shorter value is not masked: it would black out half of the log.
  static final int MIN_LENGTH = 3;

  /// A shorter value is not masked in encodings, which would also match other text.
  private static final int MIN_ENCODED_LENGTH = 6;

  /// A longer value is a file, which is not printed quoted for a shell or a URL.
  private static final int MAX_QUOTED_LENGTH = 4096;

  /// All forms of a value; none if it is too short to be masked.
  public static Set<String> of(String value) {
    Set<String> encodings = new LinkedHashSet<>();
    add(encodings, value);
    add(encodings, value.strip());
    value.lines().forEach(line -> add(encodings, line.strip()));
    return encodings;
  }

  private static void add(Set<String> encodings, String value) {
    if (value.strip().length() < MIN_LENGTH) {
      return;
    }
    encodings.add(value);
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < MIN_ENCODED_LENGTH) {
      return;
    }
    Base64Encodings.add(encodings, bytes, MIN_ENCODED_LENGTH);
    String json = CharacterEscapes.json(value);
    encodings.add(json);
    if (bytes.length <= MAX_QUOTED_LENGTH) {
      encodings.add(json.replace("/", "\\/"));
      encodings.add(CharacterEscapes.asciiJson(value));
      encodings.add(HexFormat.of().formatHex(bytes));
      encodings.add(HexFormat.of().withUpperCase().formatHex(bytes));
      addUrl(encodings, value);
      addQuoted(encodings, value);
    }
  }

  private static void addUrl(Set<String> encodings, String value) {
    String form = CharacterEscapes.form(value);
    String strict = form.replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    String component =
        strict
            .replace("%21", "!")
            .replace("%27", "'")
            .replace("%28", "(")
            .replace("%29", ")")
            .replace("%2A", "*");
    for (String url : List.of(form, strict, component, strict.replace("%2F", "/"))) {
      encodings.add(url);
      encodings.add(CharacterEscapes.lowerCaseHex(url));
    }
  }

  /// Adds quoted forms: for shells, which trace their commands, for XML, and for languages that
  /// double quotes.
  private static void addQuoted(Set<String> encodings, String value) {
    encodings.add(value.replace("'", "'\\''"));
    encodings.add(value.replace("'", "'\"'\"'"));
    encodings.add(value.replace("'", "''"));
    encodings.add(value.replace("\"", "\"\""));
    encodings.add(CharacterEscapes.doubleQuoted(value));
    encodings.add(CharacterEscapes.backslashed(value));
    encodings.add(CharacterEscapes.ansiQuoted(value));
    String xml = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    encodings.add(xml);
    encodings.add(xml.replace("\"", "&quot;").replace("'", "&apos;"));
    encodings.add(xml.replace("\"", "&quot;").replace("'", "&#39;"));
    encodings.add(xml.replace("\"", "&#34;").replace("'", "&#39;"));
  }

  private SecretEncodings() {}
}
