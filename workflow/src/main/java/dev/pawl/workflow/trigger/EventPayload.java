package dev.pawl.workflow.trigger;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// What a forge says of an event, as its JSON has it.
public record EventPayload(Value.Dict fields) {

  /// The text at a path of names; empty where there is none, or no text.
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

  /// What it says of an event of that name. A working tree may know better which files changed.
  public TriggerEvent event(String name, ChangedPaths changes) {
    return new TriggerEvent(name, text("action"), ref(name), base(), source(name), changes);
  }

  /// With the inputs as what they are on their way: texts. Without any, as it is.
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
