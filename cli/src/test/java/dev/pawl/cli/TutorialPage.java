package dev.pawl.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A tutorial in Markdown: the files that it shows, and the terminal sessions, from top to bottom.
///
/// A block `console` is a session: commands after `$ `, each followed by its output. Every other
/// block is a file, named by the end of the text before it: `` `NAME`: ``. Nothing else is allowed,
/// so that no block of a page is left unchecked.
record TutorialPage(List<String> lines, List<Block> blocks) {

  /// A property of a session, named in its fence after the word `console`.
  enum Mark {
    /// The order of the lines is free, because jobs run at the same time.
    UNORDERED,
    /// The command goes on after the lines that are shown.
    RUNNING,
    /// The rest of the output of the command that was left running.
    CONTINUED,
    SECOND_TERMINAL
  }

  /// A fenced block.
  sealed interface Block {}

  record ShownFile(String name, String text) implements Block {}

  record Session(Set<Mark> marks, List<Exchange> exchanges) implements Block {}

  /// A command and its output.
  ///
  /// @param command empty in a continued session
  /// @param line the index of the first line of its output
  record Exchange(String command, int line, List<String> output) {

    String place() {
      return "docs/get-started.md:%d: %s".formatted(line, command);
    }
  }

  private static final String FENCE = "```";
  private static final String SESSION = FENCE + "console";
  private static final String PROMPT = "$ ";
  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final Pattern FILE_NAME = Pattern.compile("`([^`]+)`:$");

  static TutorialPage of(List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    for (int start = 0; start < lines.size(); start++) {
      if (lines.get(start).startsWith(FENCE)) {
        int end = start + 1 + lines.subList(start + 1, lines.size()).indexOf(FENCE);
        blocks.add(block(lines, start, end));
        start = end;
      } else if (lines.get(start).contains(FENCE)) {
        throw new IllegalArgumentException("line %d: a fence is indented".formatted(start + 1));
      }
    }
    return new TutorialPage(lines, blocks);
  }

  private static Block block(List<String> lines, int start, int end) {
    if (end == start) {
      throw new IllegalArgumentException("line %d: the block has no end".formatted(start + 1));
    }
    if (lines.get(start).startsWith(SESSION)) {
      return session(lines, start, end);
    }
    String before = String.join("", lines.subList(Math.max(0, start - 2), start));
    Matcher name = FILE_NAME.matcher(before);
    if (!name.find()) {
      throw new IllegalArgumentException(
          "line %d: the block is neither a session nor a file. Write `console` after the fence, or `NAME`: before it."
              .formatted(start + 1));
    }
    return new ShownFile(name.group(1), String.join("\n", lines.subList(start + 1, end)) + "\n");
  }

  private static Session session(List<String> lines, int start, int end) {
    Set<Mark> marks = marks(lines.get(start).substring(SESSION.length()));
    List<Exchange> exchanges = new ArrayList<>();
    if (marks.contains(Mark.CONTINUED)) {
      exchanges.add(new Exchange("", start + 1, lines.subList(start + 1, end)));
      return new Session(marks, exchanges);
    }
    for (int at = start + 1; at < end; ) {
      if (!lines.get(at).startsWith(PROMPT)) {
        throw new IllegalArgumentException("line %d: a command must be here".formatted(at + 1));
      }
      int next = at + 1;
      while (next < end && !lines.get(next).startsWith(PROMPT)) {
        next++;
      }
      String command = lines.get(at).substring(PROMPT.length());
      exchanges.add(new Exchange(command, at + 1, lines.subList(at + 1, next)));
      at = next;
    }
    return new Session(marks, exchanges);
  }

  private static Set<Mark> marks(String words) {
    Set<Mark> marks = EnumSet.noneOf(Mark.class);
    WORD.matcher(words)
        .results()
        .map(word -> word.group().toUpperCase(Locale.ROOT).replace('-', '_'))
        .forEach(name -> marks.add(Mark.valueOf(name)));
    return marks;
  }

  /// The page with other outputs.
  List<String> with(Map<Exchange, List<String>> outputs) {
    List<String> changed = new ArrayList<>(lines);
    for (Block block : blocks.reversed()) {
      if (block instanceof Session(_, var exchanges)) {
        for (Exchange exchange : exchanges.reversed()) {
          List<String> shown =
              changed.subList(exchange.line(), exchange.line() + exchange.output().size());
          List<String> actual = outputs.getOrDefault(exchange, List.copyOf(shown));
          shown.clear();
          shown.addAll(actual);
        }
      }
    }
    return changed;
  }
}
