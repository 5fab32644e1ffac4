package dev.pawl.server.store;

import static dev.pawl.server.store.Fields.constant;
import static dev.pawl.server.store.Fields.flag;
import static dev.pawl.server.store.Fields.ifPresent;
import static dev.pawl.server.store.Fields.number;
import static dev.pawl.server.store.Fields.object;
import static dev.pawl.server.store.Fields.put;
import static dev.pawl.server.store.Fields.text;
import static dev.pawl.server.store.Fields.texts;
import static dev.pawl.server.store.Fields.wire;

import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.Strategy;
import dev.pawl.expression.Value;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What of a job is still to be evaluated, as JSON, and back.
final class TemplateCodec {

  static ObjectNode encode(JobTemplate template) {
    ObjectNode node = object().put("within", template.within()).put("name", template.name());
    put(node, "runsOn", template.runsOn());
    node.put("timeoutMinutes", template.timeoutMinutes())
        .put("graceMinutes", template.graceMinutes())
        .put("continueOnError", template.continueOnError())
        .put("environment", template.environment());
    put(node, "group", template.group(), TemplateCodec::encode);
    put(node, "strategy", template.strategy(), TemplateCodec::encode);
    return node;
  }

  static JobTemplate template(JsonNode node) {
    return new JobTemplate(
        text(node, "within"),
        text(node, "name"),
        texts(node, "runsOn"),
        text(node, "timeoutMinutes"),
        text(node, "graceMinutes"),
        text(node, "continueOnError"),
        ifPresent(node, "group", TemplateCodec::group),
        text(node, "environment"),
        ifPresent(node, "strategy", TemplateCodec::strategy));
  }

  private static ObjectNode encode(JobTemplate.Group group) {
    return object()
        .put("key", group.key())
        .put("isCommand", group.isCommand())
        .put("max", group.max())
        .put("cancelInProgress", group.cancelInProgress())
        .put("queue", wire(group.queue()));
  }

  private static JobTemplate.Group group(JsonNode node) {
    return new JobTemplate.Group(
        text(node, "key"),
        flag(node, "isCommand"),
        number(node, "max"),
        text(node, "cancelInProgress"),
        constant(GroupRule.Queue.class, node, "queue"));
  }

  private static ObjectNode encode(Strategy strategy) {
    return object()
        .put("matrix", strategy.matrix().json())
        .put("failFast", strategy.failFast())
        .put("maxParallel", strategy.maxParallel());
  }

  private static Strategy strategy(JsonNode node) {
    return new Strategy(
        Value.parseJson(text(node, "matrix")), text(node, "failFast"), text(node, "maxParallel"));
  }

  private TemplateCodec() {}
}
