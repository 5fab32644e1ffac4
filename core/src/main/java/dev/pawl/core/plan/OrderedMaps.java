package dev.pawl.core.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// Immutable maps that keep their insertion order. `Map.copyOf` does not, and its order differs
/// from one JVM to the next.
public final class OrderedMaps {

  public static SequencedMap<String, String> copyOf(Map<String, String> map) {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
  }

  public static SequencedMap<String, String> empty() {
    return copyOf(Collections.emptyMap());
  }

  private OrderedMaps() {}
}
