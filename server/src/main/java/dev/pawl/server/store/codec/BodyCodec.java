package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.list;
import static dev.pawl.server.store.codec.JsonFields.map;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.put;
import static dev.pawl.server.store.codec.JsonFields.putAll;
import static dev.pawl.server.store.codec.JsonFields.putIfAny;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.textIfAny;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a job's agent executes, as JSON, and back.
final class BodyCodec {

  static ObjectNode encode(JobBody body) {
    ObjectNode node = object();
    putAll(node, "env", body.env(), BodyCodec::layer);
    putAll(node, "steps", body.steps(), BodyCodec::encode);
    putAll(node, "actions", body.actions(), BodyCodec::encode);
    put(node, "outputs", body.outputs());
    return node;
  }

  private static ObjectNode layer(Map<String, String> variables) {
    ObjectNode node = object();
    variables.forEach(node::put);
    return node;
  }

  static JobBody body(JsonNode node) {
    return new JobBody(
        list(node, "env", JsonFields::map),
        list(node, "steps", BodyCodec::step),
        list(node, "actions", BodyCodec::action),
        map(node, "outputs"));
  }

  private static ObjectNode encode(PlannedStep step) {
    ObjectNode node = object();
    putIfAny(node, "id", step.id());
    node.put("name", step.name());
    switch (step.action()) {
      case StepAction.Script(var run, var shell, var directory) -> {
        node.put("run", run).put("shell", shell);
        putIfAny(node, "workingDirectory", directory);
      }
      case StepAction.Checkout _ -> {}
      case StepAction.Unavailable(var uses, var why) -> node.put("uses", uses).put("why", why);
    }
    put(node, "with", step.with());
    put(node, "env", step.env());
    putIfAny(node, "if", step.condition());
    putIfAny(node, "continueOnError", step.continueOnError());
    putIfAny(node, "timeoutMinutes", step.timeoutMinutes());
    node.put("action", step.compositeAction());
    putIfAny(node, "source", step.source());
    node.set("policy", PolicyCodec.encode(step.policy()));
    return node;
  }

  private static PlannedStep step(JsonNode node) {
    return new PlannedStep(
        textIfAny(node, "id"),
        text(node, "name"),
        task(node),
        map(node, "with"),
        map(node, "env"),
        textIfAny(node, "if"),
        textIfAny(node, "continueOnError"),
        textIfAny(node, "timeoutMinutes"),
        number(node, "action"),
        textIfAny(node, "source"),
        PolicyCodec.ofStep(node.get("policy")));
  }

  private static StepAction task(JsonNode node) {
    if (node.has("run")) {
      return new StepAction.Script(
          text(node, "run"), text(node, "shell"), textIfAny(node, "workingDirectory"));
    }
    return node.has("uses")
        ? new StepAction.Unavailable(text(node, "uses"), text(node, "why"))
        : new StepAction.Checkout();
  }

  private static ObjectNode encode(PlannedAction action) {
    ObjectNode node =
        object()
            .put("parent", action.parent())
            .put("id", action.id())
            .put("name", action.name())
            .put("path", action.path())
            .put("if", action.condition())
            .put("continueOnError", action.continueOnError())
            .put("timeoutMinutes", action.timeoutMinutes())
            .put("source", action.source());
    put(node, "inputs", action.inputs());
    put(node, "outputs", action.outputs());
    put(node, "env", action.env());
    return node;
  }

  private static PlannedAction action(JsonNode node) {
    return new PlannedAction(
        number(node, "parent"),
        text(node, "id"),
        text(node, "name"),
        text(node, "path"),
        map(node, "inputs"),
        map(node, "outputs"),
        map(node, "env"),
        text(node, "if"),
        text(node, "continueOnError"),
        text(node, "timeoutMinutes"),
        text(node, "source"));
  }

  private BodyCodec() {}
}
