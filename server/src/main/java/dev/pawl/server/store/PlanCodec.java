package dev.pawl.server.store;

import static dev.pawl.server.store.Fields.duration;
import static dev.pawl.server.store.Fields.ifPresent;
import static dev.pawl.server.store.Fields.list;
import static dev.pawl.server.store.Fields.number;
import static dev.pawl.server.store.Fields.object;
import static dev.pawl.server.store.Fields.put;
import static dev.pawl.server.store.Fields.putAll;
import static dev.pawl.server.store.Fields.putNumbers;
import static dev.pawl.server.store.Fields.text;
import static dev.pawl.server.store.Fields.texts;

import dev.pawl.core.plan.Body;
import dev.pawl.core.plan.Contexts;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A plan as JSON, and back.
final class PlanCodec {

  static ObjectNode encode(Plan plan) {
    ObjectNode node = object().put("workflow", plan.workflow());
    node.set("policy", PolicyCodec.encode(plan.policy()));
    Contexts contexts = plan.contexts();
    node.put("github", contexts.github().json())
        .put("inputs", contexts.inputs().json())
        .put("vars", contexts.vars().json());
    putAll(node, "scopes", plan.scopes(), ScopeCodec::encode);
    node.set("jobs", encode(plan.jobs()));
    return node;
  }

  static Plan plan(JsonNode node) {
    return new Plan(
        text(node, "workflow"),
        jobs(node.get("jobs")),
        PolicyCodec.ofRun(node.get("policy")),
        new Contexts(
            ScopeCodec.dict(node, "github"),
            ScopeCodec.dict(node, "inputs"),
            ScopeCodec.dict(node, "vars")),
        list(node, "scopes", ScopeCodec::scope));
  }

  /// What they share is written once: two hundred cells have one body.
  static ObjectNode encode(List<PlannedJob> jobs) {
    Map<Body, Integer> bodies = new LinkedHashMap<>();
    jobs.forEach(job -> bodies.putIfAbsent(job.body(), bodies.size()));
    ObjectNode node = object();
    putAll(node, "bodies", List.copyOf(bodies.keySet()), BodyCodec::encode);
    putAll(node, "each", jobs, job -> encode(job).put("body", bodies.getOrDefault(job.body(), 0)));
    return node;
  }

  static List<PlannedJob> jobs(JsonNode node) {
    List<Body> bodies = list(node, "bodies", BodyCodec::body);
    return list(node, "each", job -> job(job, bodies.get(number(job, "body"))));
  }

  private static ObjectNode encode(PlannedJob job) {
    ObjectNode node = object().put("id", job.id()).put("name", job.name());
    putNumbers(node, "needs", job.needs());
    put(node, "sees", job.sees());
    node.put("scope", job.scope());
    put(node, "runsOn", job.runsOn());
    node.put("timeout", job.timeout().toString())
        .put("grace", job.grace().toString())
        .put("reason", job.reason());
    node.set("policy", PolicyCodec.encode(job.policy()));
    put(node, "cell", job.cell(), ScopeCodec::encode);
    put(node, "template", job.template(), TemplateCodec::encode);
    return node;
  }

  private static PlannedJob job(JsonNode node, Body body) {
    return new PlannedJob(
        text(node, "id"),
        text(node, "name"),
        list(node, "needs", JsonNode::asInt),
        texts(node, "sees"),
        number(node, "scope"),
        texts(node, "runsOn"),
        body,
        duration(node, "timeout"),
        duration(node, "grace"),
        text(node, "reason"),
        PolicyCodec.ofJob(node.get("policy")),
        ifPresent(node, "cell", ScopeCodec::cell),
        ifPresent(node, "template", TemplateCodec::template));
  }

  private PlanCodec() {}
}
