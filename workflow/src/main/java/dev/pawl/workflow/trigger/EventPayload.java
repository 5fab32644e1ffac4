package dev.pawl.workflow.trigger;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// The payload of an event: the JSON that a forge sends.
public record EventPayload(Value.Dict fields) {

  /// The text at a path of names; empty where there is none.
  public String text(String... path) {
    Value value = fields;
    for (String name : path) {
      value =
          value instanceof Value.Dict(Map<String, Value> inner)
              ? inner.getOrDefault(name, Value.Null.NULL)
              : Value.Null.NULL;
    }
    return value.isPrimitive() ? value.text() : "";
  }

  /// The event of that name. The changed files come from elsewhere, because a working tree knows
  /// them better.
  public TriggerEvent event(String name, ChangedPaths changes) {
    return new TriggerEvent(name, text("action"), ref(name), base(), source(name), changes);
  }

  /// The payload with the inputs, which are texts in it. Without inputs it is unchanged.
  public EventPayload with(InputValues inputs) {
    if (inputs.values().fields().isEmpty()) {
      return this;
    }
    DictBuilder texts = new DictBuilder();
    inputs.values().fields().forEach((name, value) -> texts.put(name, value.text()));
    SequencedMap<String, Value> all = new LinkedHashMap<>(fields.fields());
    all.put("inputs", texts.dict());
    return new EventPayload(new Value.Dict(all));
  }

  private GitRef ref(String name) {
    return name.equals(TriggerEvent.WORKFLOW_RUN)
        ? GitRef.branch(text("workflow_run", "head_branch"))
        : GitRef.of(text("ref"));
  }

  private String base() {
    String base = text("pull_request", "base", "ref");
    return base.isEmpty() ? GitRef.of(text("merge_group", "base_ref")).name() : base;
  }

  private String source(String name) {
    return name.equals(TriggerEvent.SCHEDULE) ? text("schedule") : text("workflow_run", "name");
  }
}
