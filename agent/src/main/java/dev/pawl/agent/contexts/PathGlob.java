package dev.pawl.agent.contexts;

import dev.pawl.expression.glob.CharacterSet;
import dev.pawl.expression.glob.GlobItem;
import dev.pawl.expression.glob.GlobMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pattern of `hashFiles`, for the paths below a directory. A pattern that matches a directory
/// matches everything in it.
///
/// | | matches |
/// | --- | --- |
/// | `*` `?` | any characters of a name, or none; one character |
/// | `[a-z]` `[!a-z]` | one character of the set, or one that is not in it |
/// | `**` | as a whole name: any directories, or none |
/// | `\` | the next character, as it is |
/// | `/` at the end | directories only, and so what is in them |
/// | `!` in front | excludes what earlier patterns selected |
///
/// Paths are relative to the directory, with `/` between their names.
final class PathGlob {

  private static final String ANY_DEPTH = "**";

  private final boolean isNegated;
  private final List<String> names;
  private final GlobMatcher matcher;

  private PathGlob(boolean isNegated, List<String> names, boolean onlyDirectories) {
    this.isNegated = isNegated;
    this.names = List.copyOf(names);
    this.matcher = new GlobMatcher(items(names, onlyDirectories));
  }

  /// The pattern of a line. Empty if the line is empty or a comment, or leads out of the directory,
  /// where no file is selected.
  ///
  /// @param root the directory: a pattern may begin with its full path
  static Optional<PathGlob> parse(String line, String root) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.empty();
    }
    boolean isNegated = false;
    while (text.startsWith("!")) {
      isNegated = !isNegated;
      text = text.substring(1).strip();
    }
    String below = text.startsWith(root + "/") ? text.substring(root.length() + 1) : text;
    List<String> names = List.of(below.split("/"));
    if (below.startsWith("/") || names.contains("..")) {
      return Optional.empty();
    }
    List<String> kept =
        names.stream().filter(name -> !name.isEmpty() && !name.equals(".")).toList();
    return Optional.of(new PathGlob(isNegated, kept, below.endsWith("/")));
  }

  /// Whether it excludes what it matches.
  boolean isNegated() {
    return isNegated;
  }

  /// Whether it matches the path or a directory above it.
  boolean matches(String path) {
    GlobMatcher.Cursor cursor = matcher.start();
    boolean isMatch = cursor.isMatch();
    for (int index = 0; index < path.length() && !isMatch && cursor.canContinue(); index++) {
      boolean endsName = path.charAt(index) == '/';
      boolean isDirectory = endsName && cursor.isMatch();
      cursor.advance(path.charAt(index));
      isMatch = isDirectory || (endsName && cursor.isMatch());
    }
    return isMatch || cursor.isMatch();
  }

  /// Whether it may match something in the directory.
  ///
  /// @param directory empty for the root
  boolean mayMatchIn(String directory) {
    if (directory.isEmpty() || matches(directory)) {
      return true;
    }
    GlobMatcher.Cursor cursor = matcher.start();
    for (int index = 0; index < directory.length(); index++) {
      cursor.advance(directory.charAt(index));
    }
    cursor.advance('/');
    return cursor.canContinue();
  }

  /// The directory below which every path is that it matches.
  List<String> literalPrefix() {
    return names.stream().takeWhile(PathGlob::isLiteral).toList();
  }

  private static boolean isLiteral(String name) {
    return name.chars().noneMatch(c -> c == '*' || c == '?' || c == '\\') && !hasSet(name);
  }

  private static boolean hasSet(String name) {
    int open = name.indexOf('[');
    return open >= 0 && name.indexOf(']', open + 2) > 0;
  }

  private static List<GlobItem> items(List<String> names, boolean onlyDirectories) {
    List<GlobItem> items = new ArrayList<>();
    GlobItem slash = GlobItem.literal('/');
    boolean hasName = false;
    for (int index = 0; index < names.size(); index++) {
      String name = names.get(index);
      boolean isLast = index == names.size() - 1;
      if (!name.equals(ANY_DEPTH)) {
        if (hasName) {
          items.add(slash);
        }
        addName(name, items);
        hasName = true;
      } else if (hasName) {
        items.add(new GlobItem(slash.characters(), false, 2));
        items.add(GlobItem.one(CharacterSet.ALL).repeated());
      } else if (isLast) {
        items.add(GlobItem.any(CharacterSet.ALL));
      } else {
        items.add(new GlobItem(CharacterSet.ALL, true, 2));
        items.add(slash);
      }
    }
    if (onlyDirectories && hasName) {
      items.add(slash);
    }
    return items;
  }

  private static void addName(String name, List<GlobItem> items) {
    for (int at = 0; at < name.length(); at++) {
      char character = name.charAt(at);
      int close = character == '[' ? name.indexOf(']', at + 2) : -1;
      if (character == '*') {
        items.add(GlobItem.any(CharacterSet.ALL_BUT_SLASH));
      } else if (character == '?') {
        items.add(GlobItem.one(CharacterSet.ALL_BUT_SLASH));
      } else if (close > 0) {
        items.add(GlobItem.one(set(name.substring(at + 1, close))));
        at = close;
      } else if (character == '\\' && at + 1 < name.length()) {
        items.add(GlobItem.literal(name.charAt(++at)));
      } else {
        items.add(GlobItem.literal(character));
      }
    }
  }

  private static CharacterSet set(String source) {
    boolean isComplement = source.startsWith("!") || source.startsWith("^");
    String characters = isComplement ? source.substring(1) : source;
    List<CharacterSet.Range> ranges = new ArrayList<>();
    for (int at = 0; at < characters.length(); at++) {
      boolean isSpan = at + 2 < characters.length() && characters.charAt(at + 1) == '-';
      int to = isSpan ? at + 2 : at;
      ranges.add(new CharacterSet.Range(characters.charAt(at), characters.charAt(to)));
      at = to;
    }
    CharacterSet set = new CharacterSet(ranges);
    return (isComplement ? set.complement() : set).withoutSlash();
  }
}
