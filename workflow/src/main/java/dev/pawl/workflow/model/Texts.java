package dev.pawl.workflow.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// Texts by name, in the order of the file: `env`, `with`, `outputs`. Immutable.
public final class Texts {

  public static SequencedMap<String, Text> copyOf(Map<String, Text> map) {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
  }

  public static SequencedMap<String, Text> none() {
    return copyOf(Collections.emptyMap());
  }

  private Texts() {}
}
