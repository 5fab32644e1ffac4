package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.constant;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.ifPresent;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.put;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.texts;
import static dev.pawl.server.store.codec.JsonFields.wire;

import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.matrix.MatrixStrategy;
import dev.pawl.expression.value.Value;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What of a job is still to be evaluated, as JSON, and back.
final class TemplateCodec {

  static ObjectNode encode(JobTemplate template) {
    ObjectNode node = object().put("within", template.namePrefix()).put("name", template.name());
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

  private static ObjectNode encode(JobTemplate.GroupTemplate group) {
    return object()
        .put("key", group.key())
        .put("isCommand", group.isCommand())
        .put("max", group.max())
        .put("cancelInProgress", group.cancelInProgress())
        .put("queue", wire(group.queue()));
  }

  private static JobTemplate.GroupTemplate group(JsonNode node) {
    return new JobTemplate.GroupTemplate(
        text(node, "key"),
        flag(node, "isCommand"),
        number(node, "max"),
        text(node, "cancelInProgress"),
        constant(GroupRule.Queue.class, node, "queue"));
  }

  private static ObjectNode encode(MatrixStrategy strategy) {
    return object()
        .put("matrix", strategy.matrix().json())
        .put("failFast", strategy.failFast())
        .put("maxParallel", strategy.maxParallel());
  }

  private static MatrixStrategy strategy(JsonNode node) {
    return new MatrixStrategy(
        Value.parseJson(text(node, "matrix")), text(node, "failFast"), text(node, "maxParallel"));
  }

  private TemplateCodec() {}
}
