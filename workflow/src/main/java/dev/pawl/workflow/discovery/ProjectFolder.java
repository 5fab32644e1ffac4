package dev.pawl.workflow.discovery;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A directory of a repository, with its file names and the beginning of some files.
///
/// @param path from the repository's root; empty for the root itself
/// @param entries the beginning of each file by its name; empty for directories and for files that
///   are not read
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

  /// The first of these names that exists.
  Optional<String> firstOf(String... names) {
    return Stream.of(names).filter(this::has).findFirst();
  }

  /// The beginning of a file; empty where it does not exist.
  String text(String name) {
    return entries.getOrDefault(name, "");
  }

  boolean mentions(String name, String word) {
    return text(name).contains(word);
  }
}
