package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.duration;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.ifPresent;
import static dev.pawl.server.store.codec.JsonFields.list;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.put;
import static dev.pawl.server.store.codec.JsonFields.putAll;
import static dev.pawl.server.store.codec.JsonFields.putIfAny;
import static dev.pawl.server.store.codec.JsonFields.putNumbers;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.textIfAny;
import static dev.pawl.server.store.codec.JsonFields.texts;

import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.expression.Condition;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What runs, jobs and steps ask for, as JSON, and back.
final class PolicyCodec {

  static ObjectNode encode(RunPolicy policy) {
    ObjectNode node = object();
    put(node, "hold", policy.hold(), RuleCodec::encode);
    node.put("delay", policy.delay().toString());
    put(node, "timeout", policy.timeout());
    node.put("retries", policy.retries());
    node.set("backoff", RuleCodec.encode(policy.backoff()));
    put(node, "group", policy.group(), RuleCodec::encode);
    putAll(node, "hooks", policy.hooks(), RuleCodec::encode);
    put(node, "hooksRunOn", policy.hooksRunOn());
    putAll(node, "rules", policy.rules(), RuleCodec::encode);
    return node;
  }

  static RunPolicy ofRun(JsonNode node) {
    return new RunPolicy(
        ifPresent(node, "hold", RuleCodec::approval),
        duration(node, "delay"),
        ifPresent(node, "timeout", PolicyCodec::span),
        number(node, "retries"),
        RuleCodec.backoff(node.get("backoff")),
        ifPresent(node, "group", RuleCodec::group),
        list(node, "hooks", RuleCodec::hook),
        texts(node, "hooksRunOn"),
        list(node, "rules", RuleCodec::rule));
  }

  static ObjectNode encode(JobPolicy policy) {
    ObjectNode node = object();
    node.put("if", policy.condition().text());
    node.put("continueOnError", policy.continueOnError());
    node.set("retry", RuleCodec.encode(policy.retry()));
    put(node, "approval", policy.approval(), RuleCodec::encode);
    node.put("delay", policy.delay().toString());
    put(node, "group", policy.group(), RuleCodec::encode);
    node.put("priority", policy.priority());
    putAll(node, "hooks", policy.hooks(), RuleCodec::encode);
    put(node, "environment", policy.environment());
    put(node, "matrix", policy.matrix(), RuleCodec::encode);
    return node;
  }

  static JobPolicy ofJob(JsonNode node) {
    return new JobPolicy(
        Condition.of(text(node, "if")),
        flag(node, "continueOnError"),
        RuleCodec.retry(node.get("retry")),
        ifPresent(node, "approval", RuleCodec::approval),
        duration(node, "delay"),
        ifPresent(node, "group", RuleCodec::group),
        number(node, "priority"),
        list(node, "hooks", RuleCodec::hook),
        ifPresent(node, "environment", JsonNode::asString),
        ifPresent(node, "matrix", RuleCodec::matrix));
  }

  static ObjectNode encode(StepPolicy policy) {
    ObjectNode node = object();
    putNumbers(node, "expectedExitCodes", policy.expectedExitCodes());
    node.set("retry", encode(policy.retry()));
    put(node, "tool", policy.tool());
    node.put("waitsForTool", policy.waitsForTool());
    putAll(node, "hooks", policy.hooks(), RuleCodec::encode);
    return node;
  }

  static StepPolicy ofStep(JsonNode node) {
    return new StepPolicy(
        list(node, "expectedExitCodes", JsonNode::asInt),
        retry(node.get("retry")),
        ifPresent(node, "tool", JsonNode::asString),
        flag(node, "waitsForTool"),
        list(node, "hooks", RuleCodec::hook));
  }

  private static ObjectNode encode(StepPolicy.Retry retry) {
    ObjectNode node = object().put("max", retry.max());
    putIfAny(node, "log", retry.log());
    putNumbers(node, "exitCodes", retry.exitCodes());
    node.set("backoff", RuleCodec.encode(retry.backoff()));
    return node;
  }

  private static StepPolicy.Retry retry(JsonNode node) {
    return new StepPolicy.Retry(
        number(node, "max"),
        list(node, "exitCodes", JsonNode::asInt),
        textIfAny(node, "log"),
        RuleCodec.backoff(node.get("backoff")));
  }

  static Duration span(JsonNode node) {
    return Duration.parse(node.asString());
  }

  private PolicyCodec() {}
}
