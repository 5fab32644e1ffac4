package dev.pawl.agent.commands;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A workflow command in a line of output: `::word name=value,name=value::data`.
///
/// @param word the command's name as it was printed
/// @param properties by name, which is not case-sensitive
public record WorkflowCommand(String word, Map<String, String> properties, String data) {

  static final String COLONS = "::";

  /// More than any command has.
  private static final int MAX_PROPERTIES = 100;

  /// Parses a line; empty if it is not a command.
  static Optional<WorkflowCommand> parse(String line) {
    String text = line.stripLeading();
    int end = text.indexOf(COLONS, COLONS.length());
    if (!text.startsWith(COLONS) || end < 0) {
      return Optional.empty();
    }
    String head = text.substring(COLONS.length(), end);
    int space = head.indexOf(' ');
    return Optional.of(
        new WorkflowCommand(
            space < 0 ? head : head.substring(0, space),
            properties(space < 0 ? "" : head.substring(space + 1)),
            unescape(text.substring(end + COLONS.length()))));
  }

  Optional<CommandName> verb() {
    return CommandName.of(word);
  }

  /// The value of a property; empty if it is not set.
  public String property(String name) {
    return properties.getOrDefault(name, "");
  }

  private static Map<String, String> properties(String text) {
    Map<String, String> properties = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String property : text.strip().split(",", MAX_PROPERTIES)) {
      int equals = property.indexOf('=');
      if (equals > 0) {
        properties.put(
            property.substring(0, equals).strip().toLowerCase(Locale.ROOT),
            unescapeProperty(property.substring(equals + 1)));
      }
    }
    return properties;
  }

  private static String unescapeProperty(String text) {
    return unescape(text.replace("%3A", ":").replace("%2C", ","));
  }

  /// The percent sign is decoded last, so that `%250A` becomes `%0A`.
  private static String unescape(String text) {
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
  }
}
