package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.engine.Event.RunPlanned;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.step.StepEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The lines of a journal entry as JSON, and the events that they replay to.
///
/// Columns that SQL shows are at the top of each line; `data` has the rest of what a replay needs.
/// The plan is not repeated here: it is written once, in its own table.
final class JournalCodec {

  private static final JsonMapper JSON = new JsonMapper();

  static String encode(List<Transition> transitions) {
    ArrayNode lines = JSON.createArrayNode();
    for (Transition transition : transitions) {
      Reason reason = transition.cause().reason();
      ObjectNode line =
          lines
              .addObject()
              .put("machine", transition.machine())
              .put("entity", transition.entity())
              .put("from", transition.from())
              .put("event", transition.event())
              .put("to", transition.to())
              .put("reason", wire(reason.code()))
              .put("message", reason.message())
              .put("actor", transition.actor().toString());
      facts(transition.cause(), line.putObject("data"));
    }
    return JSON.writeValueAsString(lines);
  }

  private static void facts(Event event, ObjectNode data) {
    switch (event) {
      case RunMoved _, RunPlanned _ -> {}
      case AttemptMoved(var ref, _, _) -> put(data, ref);
      case AttemptLeased(var lease, var agent, _) -> put(data, lease).put("agent", agent);
      case LeaseMoved(var lease, _, _) -> put(data, lease);
      case LeaseRenewed(var lease) -> put(data, lease);
      case StepMoved(var ref, var step, _, var end, _) ->
          put(data, ref)
              .put("step", step)
              .put("exitCode", end.exitCode())
              .put("endedBy", wire(end.ender()))
              .put("endMessage", end.message());
    }
  }

  /// The events of an entry.
  static List<Event> decode(String transitions, Supplier<Plan> plan) {
    List<Event> events = new ArrayList<>();
    for (JsonNode line : JSON.readTree(transitions)) {
      events.add(event(line, plan));
    }
    return events;
  }

  private static Event event(JsonNode line, Supplier<Plan> plan) {
    String name = line.get("event").asString();
    JsonNode data = line.get("data");
    var reason =
        Reason.of(
            Machine.ofWireName(ReasonCode.class, line.get("reason").asString()),
            line.get("message").asString());
    return switch (line.get("machine").asString()) {
      case "run" ->
          name.equals(RunEvent.PLANNED.name())
              ? new RunPlanned(plan.get(), reason)
              : new RunMoved(RunEvent.valueOf(name), reason);
      case "attempt" ->
          name.equals(AttemptEvent.LEASE.name())
              ? new AttemptLeased(lease(data), data.get("agent").asString(), reason)
              : new AttemptMoved(attempt(data), AttemptEvent.valueOf(name), reason);
      case "lease" -> new LeaseMoved(lease(data), LeaseEvent.valueOf(name), reason);
      case "step" ->
          new StepMoved(
              attempt(data), data.get("step").asInt(), StepEvent.valueOf(name), end(data), reason);
      case String other -> throw new IllegalStateException("a journal of machine " + other);
    };
  }

  private static StepEnd end(JsonNode data) {
    return new StepEnd(
        data.get("exitCode").asInt(),
        Machine.ofWireName(StepEnd.Ender.class, data.get("endedBy").asString()),
        data.get("endMessage").asString());
  }

  private static ObjectNode put(ObjectNode data, AttemptRef ref) {
    return data.put("job", ref.job()).put("attempt", ref.attempt());
  }

  private static ObjectNode put(ObjectNode data, LeaseRef lease) {
    return put(data, lease.attempt()).put("lease", lease.number());
  }

  private static AttemptRef attempt(JsonNode data) {
    return new AttemptRef(data.get("job").asInt(), data.get("attempt").asInt());
  }

  private static LeaseRef lease(JsonNode data) {
    return new LeaseRef(attempt(data), data.get("lease").asInt());
  }

  private static String wire(Enum<?> constant) {
    return Machine.wireName(constant);
  }

  private JournalCodec() {}
}
