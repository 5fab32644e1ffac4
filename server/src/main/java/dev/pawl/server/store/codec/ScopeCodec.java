package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.constant;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.ifPresent;
import static dev.pawl.server.store.codec.JsonFields.map;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.put;
import static dev.pawl.server.store.codec.JsonFields.putIfAny;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.textIfAny;
import static dev.pawl.server.store.codec.JsonFields.texts;
import static dev.pawl.server.store.codec.JsonFields.wire;

import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Calls and cells as JSON, and back. Values of expressions are texts in it: they are JSON of their
/// own, with an order of their own.
final class ScopeCodec {

  static ObjectNode encode(WorkflowScope scope) {
    ObjectNode node = object().put("parent", scope.parent());
    putIfAny(node, "id", scope.id());
    putIfAny(node, "key", scope.key());
    node.put("if", scope.condition().text());
    put(node, "sees", scope.visibleNeeds());
    if (!scope.inputs().isEmpty()) {
      ObjectNode inputs = node.putObject("inputs");
      scope.inputs().forEach((name, input) -> inputs.set(name, encode(input)));
    }
    put(node, "outputs", scope.outputs());
    node.put("allSecrets", scope.secrets().isAll());
    put(node, "secrets", scope.secrets().named());
    put(node, "cell", scope.cell(), ScopeCodec::encode);
    put(node, "matrix", scope.matrix(), RuleCodec::encode);
    return node;
  }

  static WorkflowScope scope(JsonNode node) {
    SequencedMap<String, WorkflowScope.Input> inputs = new LinkedHashMap<>();
    node.path("inputs")
        .properties()
        .forEach(entry -> inputs.put(entry.getKey(), input(entry.getValue())));
    return new WorkflowScope(
        number(node, "parent"),
        textIfAny(node, "id"),
        textIfAny(node, "key"),
        texts(node, "sees"),
        Condition.of(text(node, "if")),
        inputs,
        map(node, "outputs"),
        new WorkflowScope.PassedSecrets(flag(node, "allSecrets"), map(node, "secrets")),
        ifPresent(node, "cell", ScopeCodec::cell),
        ifPresent(node, "matrix", RuleCodec::matrix));
  }

  private static ObjectNode encode(WorkflowScope.Input input) {
    return switch (input) {
      case WorkflowScope.Input.Known(var value) -> object().put("value", value.json());
      case WorkflowScope.Input.Open(var type, var text) ->
          object().put("type", wire(type)).put("text", text);
    };
  }

  private static WorkflowScope.Input input(JsonNode node) {
    return node.has("value")
        ? new WorkflowScope.Input.Known(Value.parseJson(text(node, "value")))
        : new WorkflowScope.Input.Open(
            constant(WorkflowScope.InputType.class, node, "type"), text(node, "text"));
  }

  static ObjectNode encode(MatrixCell cell) {
    return object()
        .put("label", cell.label())
        .put("matrix", cell.matrix().json())
        .put("index", cell.index())
        .put("total", cell.total());
  }

  static MatrixCell cell(JsonNode node) {
    return new MatrixCell(
        text(node, "label"), dict(node, "matrix"), number(node, "index"), number(node, "total"));
  }

  static Value.Dict dict(JsonNode node, String field) {
    return (Value.Dict) Value.parseJson(text(node, field));
  }

  private ScopeCodec() {}
}
