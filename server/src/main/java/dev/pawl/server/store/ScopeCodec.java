package dev.pawl.server.store;

import static dev.pawl.server.store.Fields.constant;
import static dev.pawl.server.store.Fields.flag;
import static dev.pawl.server.store.Fields.ifPresent;
import static dev.pawl.server.store.Fields.map;
import static dev.pawl.server.store.Fields.number;
import static dev.pawl.server.store.Fields.object;
import static dev.pawl.server.store.Fields.put;
import static dev.pawl.server.store.Fields.putIfAny;
import static dev.pawl.server.store.Fields.text;
import static dev.pawl.server.store.Fields.textIfAny;
import static dev.pawl.server.store.Fields.texts;
import static dev.pawl.server.store.Fields.wire;

import dev.pawl.core.plan.Cell;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.Scope;
import dev.pawl.expression.Value;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Calls and cells as JSON, and back. Values of expressions are texts in it: they are JSON of their
/// own, with an order of their own.
final class ScopeCodec {

  static ObjectNode encode(Scope scope) {
    ObjectNode node = object().put("parent", scope.parent());
    putIfAny(node, "id", scope.id());
    putIfAny(node, "key", scope.key());
    node.put("if", scope.condition().text());
    put(node, "sees", scope.sees());
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

  static Scope scope(JsonNode node) {
    SequencedMap<String, Scope.Input> inputs = new LinkedHashMap<>();
    node.path("inputs")
        .properties()
        .forEach(entry -> inputs.put(entry.getKey(), input(entry.getValue())));
    return new Scope(
        number(node, "parent"),
        textIfAny(node, "id"),
        textIfAny(node, "key"),
        texts(node, "sees"),
        Condition.of(text(node, "if")),
        inputs,
        map(node, "outputs"),
        new Scope.Passed(flag(node, "allSecrets"), map(node, "secrets")),
        ifPresent(node, "cell", ScopeCodec::cell),
        ifPresent(node, "matrix", RuleCodec::matrix));
  }

  private static ObjectNode encode(Scope.Input input) {
    return switch (input) {
      case Scope.Input.Known(var value) -> object().put("value", value.json());
      case Scope.Input.Open(var type, var text) ->
          object().put("type", wire(type)).put("text", text);
    };
  }

  private static Scope.Input input(JsonNode node) {
    return node.has("value")
        ? new Scope.Input.Known(Value.parseJson(text(node, "value")))
        : new Scope.Input.Open(constant(Scope.Type.class, node, "type"), text(node, "text"));
  }

  static ObjectNode encode(Cell cell) {
    return object()
        .put("label", cell.label())
        .put("matrix", cell.matrix().json())
        .put("index", cell.index())
        .put("total", cell.total());
  }

  static Cell cell(JsonNode node) {
    return new Cell(
        text(node, "label"), dict(node, "matrix"), number(node, "index"), number(node, "total"));
  }

  static Value.Dict dict(JsonNode node, String field) {
    return (Value.Dict) Value.parseJson(text(node, field));
  }

  private ScopeCodec() {}
}
