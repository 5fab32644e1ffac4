package dev.pawl.agent.contexts;

import java.util.List;
import java.util.Optional;

/// A pattern of paths below a directory. One that fits a directory fits all that is in it.
///
/// @param isNegated whether what it fits is taken out again
/// @param onlyBelow whether it fits directories only, and so what is in them
record Glob(boolean isNegated, boolean onlyBelow, List<NamePattern> names) {

  /// The pattern of a line; none if the line is empty or a comment, or leads out of the directory,
  /// where nothing is looked for.
  ///
  /// @param root the directory: a pattern that names it in full is meant like one that does not
  static Optional<Glob> parse(String line, String root) {
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
    return Optional.of(
        new Glob(
            isNegated,
            below.endsWith("/"),
            names.stream()
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .map(NamePattern::parse)
                .toList()));
  }

  boolean fits(List<String> path) {
    for (int length = onlyBelow ? path.size() - 1 : path.size(); length >= 0; length--) {
      if (matches(names, path.subList(0, length))) {
        return true;
      }
    }
    return false;
  }

  /// Whether something in the directory may fit.
  boolean mayFitIn(List<String> directory) {
    if (fits(directory)) {
      return true;
    }
    for (int length = names.size(); length >= 0; length--) {
      boolean mayGoOn =
          length == directory.size() || (length > 0 && names.get(length - 1).isAnyDepth());
      if (mayGoOn && matches(names.subList(0, length), directory)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(List<NamePattern> pattern, List<String> path) {
    return Wildcards.match(pattern, path, NamePattern::isAnyDepth, NamePattern::matches);
  }

  /// The names that every path has that fits: where to begin to look.
  List<String> beginning() {
    return names.stream().takeWhile(NamePattern::isLiteral).map(NamePattern::source).toList();
  }
}
