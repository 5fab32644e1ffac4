package dev.pawl.agent.commands;

import dev.pawl.core.plan.OrderedMaps;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// The outputs of a step, in the order in which they were set. Names are not case-sensitive: the
/// first spelling is kept, and the last value counts.
public final class StepOutputs {

  /// The first spelling of each name.
  private final Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private final Map<String, String> values = new LinkedHashMap<>();

  void put(String name, String value) {
    values.put(names.computeIfAbsent(name, Function.identity()), value);
  }

  public void putAll(Map<String, String> others) {
    others.forEach(this::put);
  }

  public Map<String, String> all() {
    return OrderedMaps.copyOf(values);
  }
}
