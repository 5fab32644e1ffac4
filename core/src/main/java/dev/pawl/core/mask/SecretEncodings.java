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
  static final int SHORTEST = 3;

  /// A shorter value is not masked in encodings, which would also match other text.
  private static final int SHORTEST_ENCODED = 6;

  /// A longer value is a file, which is not printed quoted for a shell or a URL.
  private static final int LONGEST_QUOTED = 4096;

  /// All forms of a value; none if it is too short to be masked.
  public static Set<String> of(String value) {
    Set<String> spellings = new LinkedHashSet<>();
    add(spellings, value);
    add(spellings, value.strip());
    value.lines().forEach(line -> add(spellings, line.strip()));
    return spellings;
  }

  private static void add(Set<String> spellings, String value) {
    if (value.strip().length() < SHORTEST) {
      return;
    }
    spellings.add(value);
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < SHORTEST_ENCODED) {
      return;
    }
    Base64Encodings.add(spellings, bytes, SHORTEST_ENCODED);
    String json = CharacterEscapes.json(value);
    spellings.add(json);
    if (bytes.length <= LONGEST_QUOTED) {
      spellings.add(json.replace("/", "\\/"));
      spellings.add(CharacterEscapes.asciiJson(value));
      spellings.add(HexFormat.of().formatHex(bytes));
      spellings.add(HexFormat.of().withUpperCase().formatHex(bytes));
      addUrl(spellings, value);
      addQuoted(spellings, value);
    }
  }

  private static void addUrl(Set<String> spellings, String value) {
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
      spellings.add(url);
      spellings.add(CharacterEscapes.lowerCaseHex(url));
    }
  }

  /// Adds quoted forms: for shells, which trace their commands, for XML, and for languages that
  /// double quotes.
  private static void addQuoted(Set<String> spellings, String value) {
    spellings.add(value.replace("'", "'\\''"));
    spellings.add(value.replace("'", "'\"'\"'"));
    spellings.add(value.replace("'", "''"));
    spellings.add(value.replace("\"", "\"\""));
    spellings.add(CharacterEscapes.doubleQuoted(value));
    spellings.add(CharacterEscapes.backslashed(value));
    spellings.add(CharacterEscapes.ansiQuoted(value));
    String xml = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    spellings.add(xml);
    spellings.add(xml.replace("\"", "&quot;").replace("'", "&apos;"));
    spellings.add(xml.replace("\"", "&quot;").replace("'", "&#39;"));
    spellings.add(xml.replace("\"", "&#34;").replace("'", "&#39;"));
  }

  private SecretEncodings() {}
}
