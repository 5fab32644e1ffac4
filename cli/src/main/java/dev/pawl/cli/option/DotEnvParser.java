package dev.pawl.cli.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses `NAME=value` lines. A line that begins with `#` is a comment, `export` before a name is
/// ignored, and quotes around a value are removed. In double quotes `\n` is a newline.
final class DotEnvParser {

  private static final Pattern LINE =
      Pattern.compile("\\s*+(?:export\\s++)?([A-Za-z_][A-Za-z0-9_]*+)\\s*+=(.*+)");

  /// @throws IllegalArgumentException if a line is invalid. The message has its number, not its
  ///   text, which may be a secret.
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
