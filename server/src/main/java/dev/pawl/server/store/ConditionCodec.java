package dev.pawl.server.store;

import static dev.pawl.server.store.Fields.constant;
import static dev.pawl.server.store.Fields.flag;
import static dev.pawl.server.store.Fields.list;
import static dev.pawl.server.store.Fields.number;
import static dev.pawl.server.store.Fields.object;
import static dev.pawl.server.store.Fields.putAll;
import static dev.pawl.server.store.Fields.text;
import static dev.pawl.server.store.Fields.wire;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.Condition;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `if` as JSON, and back.
final class ConditionCodec {

  static ObjectNode encode(Condition condition) {
    ObjectNode node = object();
    switch (condition) {
      case Condition.Success _ -> node.put("is", "success");
      case Condition.Failure _ -> node.put("is", "failure");
      case Condition.Always _ -> node.put("is", "always");
      case Condition.Cancelled _ -> node.put("is", "cancelled");
      case Condition.Known(var holds, var text) ->
          node.put("is", "known").put("holds", holds).put("text", text);
      case Condition.NeedIs(var need, var result) ->
          node.put("is", "need").put("need", need).put("result", wire(result));
      case Condition.OutputIs(var need, var name, var value) ->
          node.put("is", "output").put("need", need).put("name", name).put("value", value);
      case Condition.Not(var inner) -> node.put("is", "not").set("condition", encode(inner));
      case Condition.All(var all) ->
          putAll(node.put("is", "all"), "conditions", all, ConditionCodec::encode);
      case Condition.Any(var any) ->
          putAll(node.put("is", "any"), "conditions", any, ConditionCodec::encode);
    }
    return node;
  }

  static Condition decode(JsonNode node) {
    return switch (text(node, "is")) {
      case "success" -> Condition.SUCCESS;
      case "failure" -> new Condition.Failure();
      case "always" -> Condition.ALWAYS;
      case "cancelled" -> new Condition.Cancelled();
      case "known" -> new Condition.Known(flag(node, "holds"), text(node, "text"));
      case "need" ->
          new Condition.NeedIs(number(node, "need"), constant(AttemptState.class, node, "result"));
      case "output" ->
          new Condition.OutputIs(number(node, "need"), text(node, "name"), text(node, "value"));
      case "not" -> new Condition.Not(decode(node.get("condition")));
      case "all" -> new Condition.All(list(node, "conditions", ConditionCodec::decode));
      case "any" -> new Condition.Any(list(node, "conditions", ConditionCodec::decode));
      case String other -> throw new IllegalStateException("a condition that is " + other);
    };
  }

  private ConditionCodec() {}
}
