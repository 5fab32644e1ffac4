package dev.pawl.cli.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads files of `NAME=value` lines: `#` begins a comment where a line begins, `export` before a
/// name is of no meaning, and quotes around a value are not part of it. In double quotes `\n` is a
/// new line.
final class DotEnvParser {

  private static final Pattern LINE =
      Pattern.compile("\\s*+(?:export\\s++)?([A-Za-z_][A-Za-z0-9_]*+)\\s*+=(.*+)");

  /// @throws IllegalArgumentException if a line is none, with its number in the message; the line
  ///   itself is not in it, for it may hold a secret
  static SequencedMap<String, String> parse(String text) {
    SequencedMap<String, String> entries = new LinkedHashMap<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.isBlank() || line.stripLeading().startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("line %d is not NAME=value".formatted(i + 1));
      }
      entries.put(matcher.group(1), unquoted(matcher.group(2).strip()));
    }
    return entries;
  }

  private static String unquoted(String value) {
    boolean isQuoted = value.length() >= 2 && value.charAt(0) == value.charAt(value.length() - 1);
    if (isQuoted && value.startsWith("'")) {
      return value.substring(1, value.length() - 1);
    }
    return isQuoted && value.startsWith("\"")
        ? value.substring(1, value.length() - 1).replace("\\n", "\n").replace("\\\"", "\"")
        : value;
  }

  private DotEnvParser() {}
}
