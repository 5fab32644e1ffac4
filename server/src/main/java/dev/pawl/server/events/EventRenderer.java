package dev.pawl.server.events;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.store.sql.ChangeQueries.ChangeRow;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Renders the transitions of a journal entry as events: one for each change of the state of a run,
/// a job, a step, an agent or a breaker. Leases and facts are only in the journal.
final class EventRenderer {

  private static final JsonMapper JSON = new JsonMapper();

  /// The events of one entry.
  ///
  /// @param before how many events there are before it at its position
  static List<LiveEvent> of(ChangeRow entry, int before) {
    List<LiveEvent> events = new ArrayList<>();
    long seq = entry.seq();
    for (JsonNode line : JSON.readTree(entry.transitions())) {
      ObjectNode data = JSON.createObjectNode();
      String name = fill(entry, line, data);
      if (!name.isEmpty()) {
        data.put("at", entry.at().toString())
            .put("actor", line.path("actor").asString())
            .put("seq", seq);
        events.add(
            new LiveEvent(
                new EventCursor(entry.position(), before + events.size() + 1),
                entry.org(),
                entry.aggregate().equals("run") ? entry.id() : "",
                seq,
                name,
                JSON.writeValueAsString(data)));
      }
      seq++;
    }
    return events;
  }

  /// Fills in the data of a transition, and returns the name of its event; empty if it is none.
  private static String fill(ChangeRow entry, JsonNode line, ObjectNode data) {
    return switch (line.path("machine").asString()) {
      case "run" -> {
        ofRun(entry, data);
        state(line, data);
        data.put("phase", phaseOfRun(line));
        yield "run.status";
      }
      case "attempt" -> {
        ofRun(entry, data);
        job(data, line.path("entity").asString());
        state(line, data);
        data.put("phase", phaseOfJob(line));
        yield "job.status";
      }
      case "step" -> {
        ofRun(entry, data);
        step(data, line);
        state(line, data);
        yield "step.status";
      }
      case "breaker" -> {
        data.put("tool", line.path("entity").asString());
        state(line, data);
        yield "breaker.status";
      }
      case "fact" -> {
        if (!entry.aggregate().equals("agent")) {
          yield "";
        }
        data.put("agentId", entry.id()).put("event", line.path("event").asString());
        yield "agent.status";
      }
      default -> "";
    };
  }

  private static void ofRun(ChangeRow entry, ObjectNode data) {
    data.put("runId", entry.id())
        .put("number", entry.number())
        .put("repository", entry.repository())
        .put("workflow", entry.workflow());
  }

  private static void state(JsonNode line, ObjectNode data) {
    data.put("state", line.path("to").asString())
        .put("from", line.path("from").asString())
        .put("event", line.path("event").asString())
        .put("reason", reason(line))
        .put("message", message(line));
  }

  private static String reason(JsonNode line) {
    return line.at("/cause/reason/code").asString("progress");
  }

  private static String message(JsonNode line) {
    String own = line.path("message").asString("");
    return own.isEmpty() ? line.at("/cause/reason/message").asString("") : own;
  }

  /// The entity is `JOB/ATTEMPT`, and ids of jobs may have slashes.
  private static void job(ObjectNode data, String entity) {
    int slash = entity.lastIndexOf('/');
    data.put("jobId", entity.substring(0, slash))
        .put("attempt", Integer.parseInt(entity.substring(slash + 1)));
  }

  private static void step(ObjectNode data, JsonNode line) {
    String entity = line.path("entity").asString();
    int slash = entity.lastIndexOf('/');
    job(data, entity.substring(0, slash));
    data.put("stepIndex", Integer.parseInt(entity.substring(slash + 1)))
        .put("step_type", line.at("/cause/type").asString("step"))
        .put("name", line.at("/cause/name").asString(""));
    JsonNode exitCode = line.at("/cause/end/exitCode");
    if (exitCode.isNumber()) {
      data.put("exitCode", exitCode.asInt());
    }
  }

  private static String phaseOfRun(JsonNode line) {
    return Machine.wireName(
        Phase.of(
            Machine.ofWireName(RunState.class, line.path("to").asString()),
            Machine.ofWireName(ReasonCode.class, reason(line))));
  }

  private static String phaseOfJob(JsonNode line) {
    return Machine.wireName(
        Phase.of(
            Machine.ofWireName(AttemptState.class, line.path("to").asString()),
            Machine.ofWireName(ReasonCode.class, reason(line))));
  }

  private EventRenderer() {}
}
