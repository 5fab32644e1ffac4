package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.duration;
import static dev.pawl.server.store.codec.JsonFields.ifPresent;
import static dev.pawl.server.store.codec.JsonFields.list;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.put;
import static dev.pawl.server.store.codec.JsonFields.putAll;
import static dev.pawl.server.store.codec.JsonFields.putNumbers;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.texts;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.expression.PlanContexts;
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
    PlanContexts contexts = plan.contexts();
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
        new PlanContexts(
            ScopeCodec.dict(node, "github"),
            ScopeCodec.dict(node, "inputs"),
            ScopeCodec.dict(node, "vars")),
        list(node, "scopes", ScopeCodec::scope));
  }

  /// What they share is written once: two hundred cells have one body.
  static ObjectNode encode(List<PlannedJob> jobs) {
    Map<JobBody, Integer> bodies = new LinkedHashMap<>();
    jobs.forEach(job -> bodies.putIfAbsent(job.body(), bodies.size()));
    ObjectNode node = object();
    putAll(node, "bodies", List.copyOf(bodies.keySet()), BodyCodec::encode);
    putAll(node, "each", jobs, job -> encode(job).put("body", bodies.getOrDefault(job.body(), 0)));
    return node;
  }

  static List<PlannedJob> jobs(JsonNode node) {
    List<JobBody> bodies = list(node, "bodies", BodyCodec::body);
    return list(node, "each", job -> job(job, bodies.get(number(job, "body"))));
  }

  private static ObjectNode encode(PlannedJob job) {
    ObjectNode node = object().put("id", job.id()).put("name", job.name());
    putNumbers(node, "needs", job.needs());
    put(node, "sees", job.visibleNeeds());
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

  private static PlannedJob job(JsonNode node, JobBody body) {
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
