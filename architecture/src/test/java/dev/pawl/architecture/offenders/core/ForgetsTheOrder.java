package dev.pawl.architecture.offenders.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class ForgetsTheOrder {
  static final Function<Set<String>, Set<String>> REFERENCE = Set::copyOf;

  static List<Object> collects(Stream<String> a, Stream<String> b, Stream<String> c) {
    return List.of(
        a.collect(Collectors.toSet()),
        b.collect(Collectors.toMap(String::length, word -> word)),
        c.collect(Collectors.groupingBy(String::length)));
  }

  static List<Object> copies(Map<String, String> map) {
    return List.of(
        Set.of("a", "b"), Map.of("a", "b"), Map.copyOf(map), Map.ofEntries(Map.entry("a", "b")));
  }

  static List<Object> makes() {
    return List.of(
        new HashMap<>(), new HashSet<>(), new IdentityHashMap<>(), new Object().hashCode());
  }

  private ForgetsTheOrder() {}
}
