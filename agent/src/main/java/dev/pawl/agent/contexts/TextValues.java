package dev.pawl.agent.contexts;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// Creates expression objects whose fields are texts.
public final class TextValues {

  public static final Value.Dict EMPTY = new Value.Dict(new LinkedHashMap<>());

  public static Value.Dict dict(Map<String, String> texts) {
    var fields = new LinkedHashMap<String, Value>();
    texts.forEach((name, text) -> fields.put(name, new Value.Text(text)));
    return new Value.Dict(fields);
  }

  /// The object with more fields, which replace existing ones.
  static Value.Dict with(Value.Dict object, Map<String, String> more) {
    var fields = new LinkedHashMap<String, Value>(dict(more).fields());
    object.fields().forEach(fields::putIfAbsent);
    return new Value.Dict(fields);
  }

  private TextValues() {}
}
