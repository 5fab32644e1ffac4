package dev.pawl.server.store;

import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A plan as JSON, and back.
final class PlanCodec {

  private static final JsonMapper JSON = new JsonMapper();

  static String encode(Plan plan) {
    ObjectNode root = JSON.createObjectNode().put("workflow", plan.workflow());
    var jobs = root.putArray("jobs");
    plan.jobs().forEach(job -> encode(job, jobs.addObject()));
    return JSON.writeValueAsString(root);
  }

  private static void encode(PlannedJob job, ObjectNode node) {
    node.put("id", job.id()).put("name", job.name());
    job.needs().forEach(node.putArray("needs")::add);
    job.runsOn().forEach(node.putArray("runsOn")::add);
    encode(job.env(), node.putObject("env"));
    var steps = node.putArray("steps");
    job.steps().forEach(step -> encode(step, steps.addObject()));
    node.put("timeout", job.timeout().toString())
        .put("grace", job.grace().toString())
        .put("reason", job.reason());
  }

  private static void encode(PlannedStep step, ObjectNode node) {
    node.put("name", step.name())
        .put("id", step.id())
        .put("run", step.run())
        .put("shell", step.shell().name())
        .put("workingDirectory", step.workingDirectory())
        .put("source", step.source());
    encode(step.env(), node.putObject("env"));
  }

  private static void encode(Map<String, String> env, ObjectNode node) {
    env.forEach(node::put);
  }

  static Plan decode(String body) {
    JsonNode root = JSON.readTree(body);
    return new Plan(text(root, "workflow"), list(root.get("jobs"), PlanCodec::job));
  }

  private static PlannedJob job(JsonNode node) {
    return new PlannedJob(
        text(node, "id"),
        text(node, "name"),
        list(node.get("needs"), JsonNode::asInt),
        list(node.get("runsOn"), JsonNode::asString),
        env(node.get("env")),
        list(node.get("steps"), PlanCodec::step),
        Duration.parse(text(node, "timeout")),
        Duration.parse(text(node, "grace")),
        text(node, "reason"));
  }

  private static PlannedStep step(JsonNode node) {
    return new PlannedStep(
        text(node, "name"),
        text(node, "id"),
        text(node, "run"),
        Shell.valueOf(text(node, "shell")),
        text(node, "workingDirectory"),
        env(node.get("env")),
        text(node, "source"));
  }

  private static SequencedMap<String, String> env(JsonNode node) {
    var env = new LinkedHashMap<String, String>();
    node.properties().forEach(entry -> env.put(entry.getKey(), entry.getValue().asString()));
    return Ordered.copyOf(env);
  }

  private static <T> List<T> list(JsonNode array, Function<JsonNode, T> element) {
    List<T> list = new ArrayList<>();
    array.forEach(node -> list.add(element.apply(node)));
    return list;
  }

  private static String text(JsonNode node, String field) {
    return node.get(field).asString();
  }

  private PlanCodec() {}
}
