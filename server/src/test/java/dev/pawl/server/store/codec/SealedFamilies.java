package dev.pawl.server.store.codec;

import java.util.Set;
import java.util.TreeSet;

/// Finds all records of a sealed family by reflection.
public final class SealedFamilies {

  public static Set<String> recordsOf(Class<?> family) {
    Set<String> names = new TreeSet<>();
    for (Class<?> permitted : family.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        names.addAll(recordsOf(permitted));
      } else {
        names.add(permitted.getSimpleName());
      }
    }
    return names;
  }

  private SealedFamilies() {}
}
