package dev.pawl.core.mask;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/// Escapes text as JSON, shells and URLs do, character by character.
final class CharacterEscapes {

  private static final Pattern PERCENT = Pattern.compile("%[0-9A-F]{2}");
  private static final String PLAIN_FOR_A_SHELL = "%+,-./:=@_^";
  private static final int DELETE = 0x7f;

  /// As a web form sends it.
  static String form(String text) {
    var form = new StringBuilder();
    for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) Byte.toUnsignedInt(value);
      boolean isPlain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || ".-*_".indexOf(c) >= 0;
      form.append(isPlain ? String.valueOf(c) : c == ' ' ? "+" : "%%%02X".formatted((int) c));
    }
    return form.toString();
  }

  static String json(String text) {
    return each(text, CharacterEscapes::jsonCharacter);
  }

  /// As JSON with ASCII characters only.
  static String asciiJson(String text) {
    return each(text, c -> c > DELETE ? "\\u%04x".formatted(c) : jsonCharacter(c));
  }

  private static String jsonCharacter(int c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      default -> c < ' ' ? "\\u%04x".formatted(c) : Character.toString((char) c);
    };
  }

  /// As a shell reads it within double quotes.
  static String doubleQuoted(String text) {
    return each(text, c -> ("\"\\$`".indexOf(c) >= 0 ? "\\" : "") + (char) c);
  }

  /// As `printf %q` writes a word without control characters.
  static String backslashed(String text) {
    return each(text, c -> (isPlain(c) ? "" : "\\") + (char) c);
  }

  private static boolean isPlain(int c) {
    return Character.isLetterOrDigit(c) || c > DELETE || PLAIN_FOR_A_SHELL.indexOf(c) >= 0;
  }

  /// As a shell writes a word with control characters, between `$'` and `'`.
  static String ansiQuoted(String text) {
    return each(
        text,
        c ->
            switch (c) {
              case '\n' -> "\\n";
              case '\r' -> "\\r";
              case '\t' -> "\\t";
              case '\'' -> "\\'";
              case '\\' -> "\\\\";
              default -> Character.toString((char) c);
            });
  }

  static String lowerCaseHex(String url) {
    return PERCENT.matcher(url).replaceAll(hex -> hex.group().toLowerCase(java.util.Locale.ROOT));
  }

  private static String each(String text, IntFunction<String> escaped) {
    var all = new StringBuilder();
    text.chars().mapToObj(escaped).forEach(all::append);
    return all.toString();
  }

  private CharacterEscapes() {}
}
