package dev.pawl.architecture.offenders.core;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps the rules.
final class KeepsTheOrder {
  static Map<Integer, Long> counts(Stream<String> words) {
    return words.collect(
        Collectors.groupingBy(String::length, LinkedHashMap::new, Collectors.counting()));
  }

  static List<Object> collects(Stream<String> words) {
    return List.of(
        words.collect(Collectors.toCollection(LinkedHashSet::new)), new EnumMap<>(TimeUnit.class));
  }

  private KeepsTheOrder() {}
}
