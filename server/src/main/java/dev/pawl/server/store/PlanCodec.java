package dev.pawl.server.store;

import static dev.pawl.server.store.Fields.constant;
import static dev.pawl.server.store.Fields.duration;
import static dev.pawl.server.store.Fields.list;
import static dev.pawl.server.store.Fields.map;
import static dev.pawl.server.store.Fields.object;
import static dev.pawl.server.store.Fields.put;
import static dev.pawl.server.store.Fields.putAll;
import static dev.pawl.server.store.Fields.putNumbers;
import static dev.pawl.server.store.Fields.text;
import static dev.pawl.server.store.Fields.texts;
import static dev.pawl.server.store.Fields.wire;

import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.Shell;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A plan as JSON, and back.
final class PlanCodec {

  static ObjectNode encode(Plan plan) {
    ObjectNode node = object().put("workflow", plan.workflow());
    node.set("policy", PolicyCodec.encode(plan.policy()));
    putAll(node, "jobs", plan.jobs(), PlanCodec::encode);
    return node;
  }

  static Plan plan(JsonNode node) {
    return new Plan(
        text(node, "workflow"),
        list(node, "jobs", PlanCodec::job),
        PolicyCodec.ofRun(node.get("policy")));
  }

  static ObjectNode encode(PlannedJob job) {
    ObjectNode node = object().put("id", job.id()).put("name", job.name());
    putNumbers(node, "needs", job.needs());
    put(node, "runsOn", job.runsOn());
    put(node, "env", job.env());
    putAll(node, "steps", job.steps(), PlanCodec::encode);
    node.put("timeout", job.timeout().toString())
        .put("grace", job.grace().toString())
        .put("reason", job.reason());
    node.set("policy", PolicyCodec.encode(job.policy()));
    return node;
  }

  static PlannedJob job(JsonNode node) {
    return new PlannedJob(
        text(node, "id"),
        text(node, "name"),
        list(node, "needs", JsonNode::asInt),
        texts(node, "runsOn"),
        map(node, "env"),
        list(node, "steps", PlanCodec::step),
        duration(node, "timeout"),
        duration(node, "grace"),
        text(node, "reason"),
        PolicyCodec.ofJob(node.get("policy")));
  }

  private static ObjectNode encode(PlannedStep step) {
    ObjectNode node =
        object()
            .put("name", step.name())
            .put("id", step.id())
            .put("run", step.run())
            .put("shell", wire(step.shell()))
            .put("workingDirectory", step.workingDirectory())
            .put("source", step.source());
    put(node, "env", step.env());
    node.set("policy", PolicyCodec.encode(step.policy()));
    return node;
  }

  private static PlannedStep step(JsonNode node) {
    return new PlannedStep(
        text(node, "name"),
        text(node, "id"),
        text(node, "run"),
        constant(Shell.class, node, "shell"),
        text(node, "workingDirectory"),
        map(node, "env"),
        text(node, "source"),
        PolicyCodec.ofStep(node.get("policy")));
  }

  private PlanCodec() {}
}
