package dev.pawl.workflow.discovery;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A directory of a repository: what is in it, and how the files begin that somebody may ask about.
///
/// @param path from the repository's root; empty for the root itself
/// @param entries the beginning of each file by its name; directories and files that nobody reads
///   are there with an empty text
public record ProjectFolder(String path, SortedMap<String, String> entries) {

  public ProjectFolder {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  boolean isRoot() {
    return path.isEmpty();
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  /// The first of these that is there.
  Optional<String> firstOf(String... names) {
    return Stream.of(names).filter(this::has).findFirst();
  }

  /// How a file begins; nothing where it is not there.
  String text(String name) {
    return entries.getOrDefault(name, "");
  }

  boolean mentions(String name, String word) {
    return text(name).contains(word);
  }
}
