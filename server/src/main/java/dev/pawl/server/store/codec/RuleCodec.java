package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.constant;
import static dev.pawl.server.store.codec.JsonFields.duration;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.ifPresent;
import static dev.pawl.server.store.codec.JsonFields.list;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.put;
import static dev.pawl.server.store.codec.JsonFields.putNumbers;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.texts;
import static dev.pawl.server.store.codec.JsonFields.wire;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The rules that policies are made of, as JSON, and back.
final class RuleCodec {

  static ObjectNode encode(Approval approval) {
    ObjectNode node = object();
    put(node, "reviewers", approval.reviewers());
    return node.put("required", approval.required())
        .put("expires", approval.expires().toString())
        .put("selfAllowed", approval.selfAllowed());
  }

  static Approval approval(JsonNode node) {
    return new Approval(
        texts(node, "reviewers"),
        number(node, "required"),
        duration(node, "expires"),
        flag(node, "selfAllowed"));
  }

  static ObjectNode encode(Backoff backoff) {
    return object()
        .put("initial", backoff.initial().toString())
        .put("factor", backoff.factor())
        .put("max", backoff.max().toString());
  }

  static Backoff backoff(JsonNode node) {
    return new Backoff(
        duration(node, "initial"), node.get("factor").asDouble(), duration(node, "max"));
  }

  static ObjectNode encode(RetryPolicy retry) {
    ObjectNode node = object().put("max", retry.max());
    put(node, "on", retry.on().stream().map(JsonFields::wire).toList());
    node.set("backoff", encode(retry.backoff()));
    return node;
  }

  static RetryPolicy retry(JsonNode node) {
    return new RetryPolicy(
        number(node, "max"),
        list(node, "on", code -> Machine.ofWireName(ReasonCode.class, code.asString())),
        backoff(node.get("backoff")));
  }

  static ObjectNode encode(GroupRule group) {
    return object()
        .put("key", group.key())
        .put("isCommand", group.isCommand())
        .put("max", group.max())
        .put("cancelInProgress", group.cancelInProgress())
        .put("queue", wire(group.queue()));
  }

  static GroupRule group(JsonNode node) {
    return new GroupRule(
        text(node, "key"),
        flag(node, "isCommand"),
        number(node, "max"),
        flag(node, "cancelInProgress"),
        constant(GroupRule.Queue.class, node, "queue"));
  }

  static ObjectNode encode(Hook hook) {
    ObjectNode node = object().put("type", hook.type().wireName()).put("run", hook.run());
    put(node, "timeout", hook.timeout());
    return node;
  }

  static Hook hook(JsonNode node) {
    return new Hook(type(node), text(node, "run"), ifPresent(node, "timeout", PolicyCodec::span));
  }

  static StepType type(JsonNode node) {
    return StepType.ofWireName(text(node, "type")).orElseThrow();
  }

  static ObjectNode encode(MatrixPolicy matrix) {
    return object()
        .put("name", matrix.name())
        .put("failFast", matrix.failFast())
        .put("maxParallel", matrix.maxParallel());
  }

  static MatrixPolicy matrix(JsonNode node) {
    return new MatrixPolicy(
        text(node, "name"), flag(node, "failFast"), number(node, "maxParallel"));
  }

  static ObjectNode encode(FailureRule rule) {
    FailureRule.Conditions conditions = rule.conditions();
    ObjectNode node = object().put("name", rule.name()).put("code", wire(rule.code()));
    putNumbers(node, "exitCodes", conditions.exitCodes());
    put(node, "signals", conditions.signals());
    put(node, "enders", conditions.enders().stream().map(JsonFields::wire).toList());
    return node.put("log", conditions.log());
  }

  static FailureRule rule(JsonNode node) {
    return new FailureRule(
        text(node, "name"),
        constant(ReasonCode.class, node, "code"),
        new FailureRule.Conditions(
            list(node, "exitCodes", JsonNode::asInt),
            texts(node, "signals"),
            list(node, "enders", one -> Machine.ofWireName(StepEnd.Ender.class, one.asString())),
            text(node, "log")));
  }

  private RuleCodec() {}
}
