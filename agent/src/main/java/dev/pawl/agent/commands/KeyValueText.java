package dev.pawl.agent.commands;

import java.util.ArrayList;
import java.util.List;

/// The contents of an environment file: lines `name=value`, and values of several lines between
/// `name<<DELIMITER` and a line `DELIMITER`.
///
/// @param problem the first syntax error, after which nothing was read; empty if there is none
/// @param isTooMany whether there are more entries than were asked for
record KeyValueText(List<Entry> entries, String problem, boolean isTooMany) {

  record Entry(String name, String value) {}

  private static final String HEREDOC = "<<";

  /// @param max the most entries that are read
  static KeyValueText parse(String text, int max) {
    List<Entry> entries = new ArrayList<>();
    var lines = new LineReader(text);
    while (lines.next()) {
      if (lines.line().isEmpty()) {
        continue;
      }
      if (entries.size() == max) {
        return new KeyValueText(entries, "", true);
      }
      int number = lines.number();
      String problem = entry(lines, entries);
      if (!problem.isEmpty()) {
        return new KeyValueText(entries, "line %d: %s".formatted(number, problem), false);
      }
    }
    return new KeyValueText(entries, "", false);
  }

  /// Reads the entry that begins at this line. Returns the syntax error, or an empty text.
  private static String entry(LineReader lines, List<Entry> entries) {
    String line = lines.line();
    int equals = line.indexOf('=');
    int heredoc = line.indexOf(HEREDOC);
    if (heredoc >= 0 && (equals < 0 || heredoc < equals)) {
      return heredoc(lines, heredoc, entries);
    }
    if (equals < 0) {
      return "expected name=value or name<<DELIMITER";
    }
    if (equals == 0) {
      return "the name is missing";
    }
    entries.add(new Entry(line.substring(0, equals), line.substring(equals + 1)));
    return "";
  }

  private static String heredoc(LineReader lines, int at, List<Entry> entries) {
    String name = lines.line().substring(0, at);
    String word = lines.line().substring(at + HEREDOC.length());
    if (name.isEmpty() || word.isEmpty()) {
      return name.isEmpty() ? "the name is missing" : "the delimiter after << is missing";
    }
    int from = lines.end();
    int to = from;
    while (lines.next()) {
      if (lines.line().equals(word)) {
        entries.add(new Entry(name, lines.between(from, to)));
        return "";
      }
      to = lines.endOfText();
    }
    return "the delimiter that ends the value of '%s' is missing".formatted(name);
  }
}
