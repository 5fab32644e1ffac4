package dev.pawl.workflow.model.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// Immutable maps of texts by name, in the order of the file: `env`, `with`, `outputs`.
public final class TemplateTexts {

  public static SequencedMap<String, TemplateText> copyOf(Map<String, TemplateText> map) {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
  }

  public static SequencedMap<String, TemplateText> empty() {
    return copyOf(Collections.emptyMap());
  }

  private TemplateTexts() {}
}
