package dev.pawl.server.store;

import static dev.pawl.server.store.Fields.constant;
import static dev.pawl.server.store.Fields.flag;
import static dev.pawl.server.store.Fields.ifPresent;
import static dev.pawl.server.store.Fields.instant;
import static dev.pawl.server.store.Fields.longNumber;
import static dev.pawl.server.store.Fields.number;
import static dev.pawl.server.store.Fields.object;
import static dev.pawl.server.store.Fields.text;
import static dev.pawl.server.store.Fields.texts;
import static dev.pawl.server.store.Fields.wire;
import static dev.pawl.server.store.ReferenceCodec.lease;
import static dev.pawl.server.store.ReferenceCodec.run;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Probe;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Event.AgentFreed;
import dev.pawl.core.engine.Event.AgentRegistered;
import dev.pawl.core.engine.Event.AgentRested;
import dev.pawl.core.engine.Event.AgentStanding;
import dev.pawl.core.engine.Event.AgentTook;
import dev.pawl.core.engine.Event.BreakerCounted;
import dev.pawl.core.engine.Event.BreakerMoved;
import dev.pawl.core.engine.Event.MemberJoined;
import dev.pawl.core.engine.Event.MemberLeft;
import dev.pawl.core.engine.Event.MemberPlaced;
import dev.pawl.core.engine.Event.MemberSuperseded;
import dev.pawl.core.engine.Event.MemberYielded;
import dev.pawl.core.engine.Event.ProbeChanged;
import dev.pawl.core.engine.Event.Rebuilt;
import dev.pawl.core.group.Member;
import dev.pawl.core.lifecycle.BreakerEvent;
import dev.pawl.core.run.RunId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What happened around the runs, to groups, breakers and agents, as the data of a journal's line,
/// and back.
final class AroundEventCodec {

  private static final String REBUILT = "rebuilt";

  static void facts(Facts data, Event.OfGroup event) {
    switch (event) {
      case MemberJoined(var member) ->
          who(data.put("is", "joined"), member.run(), member.job())
              .put("number", member.number())
              .put("attempt", member.attempt())
              .put("arrival", member.arrival())
              .put("max", member.max())
              .put("isPlaced", member.isPlaced())
              .put("supersededBy", member.supersededBy());
      case MemberPlaced(var run, var job) -> who(data.put("is", "placed"), run, job);
      case MemberYielded(var run, var job) -> who(data.put("is", "yielded"), run, job);
      case MemberSuperseded(var run, var job, var by) ->
          who(data.put("is", "superseded"), run, job).put("by", by);
      case MemberLeft(var run, var job) -> who(data.put("is", "left"), run, job);
      case Rebuilt _ -> data.put("is", REBUILT);
    }
  }

  private static Facts who(Facts data, RunId run, int job) {
    return data.put("run", run.value()).put("job", job);
  }

  static void facts(Facts data, Event.OfBreaker event) {
    switch (event) {
      case BreakerMoved _ -> data.put("is", "moved");
      case BreakerCounted(var failures, var successes) ->
          data.put("is", "counted").put("failures", failures).put("successes", successes);
      case ProbeChanged(var probe) -> {
        data.put("is", "probe");
        probe.ifPresent(one -> data.put("probe", encode(one)));
      }
      case Rebuilt _ -> data.put("is", REBUILT);
    }
  }

  static void facts(Facts data, Event.OfAgent event) {
    switch (event) {
      case AgentRegistered(var name, var labels, var slots) ->
          data.put("is", "registered").put("name", name).put("slots", slots).put("labels", labels);
      case AgentStanding(var standing, _) ->
          data.put("is", "standing").put("standing", wire(standing));
      case AgentTook(var lease) -> held(data.put("is", "took"), lease);
      case AgentFreed(var lease) -> held(data.put("is", "freed"), lease);
      case AgentRested(var until) -> data.put("is", "rested").put("until", until.toString());
      case Rebuilt _ -> data.put("is", REBUILT);
    }
  }

  private static void held(Facts data, Agent.Holding held) {
    data.put("run", held.run().value()).put(held.lease());
  }

  static Event.OfGroup ofGroup(JournalCodec.Line line) {
    JsonNode data = line.data();
    if (text(data, "is").equals(REBUILT)) {
      return new Rebuilt(line.reason());
    }
    int job = number(data, "job");
    return switch (text(data, "is")) {
      case "joined" -> new MemberJoined(member(data));
      case "placed" -> new MemberPlaced(run(data), job);
      case "yielded" -> new MemberYielded(run(data), job);
      case "superseded" -> new MemberSuperseded(run(data), job, longNumber(data, "by"));
      case "left" -> new MemberLeft(run(data), job);
      case String other -> throw new IllegalStateException("no group knows " + other);
    };
  }

  private static Member member(JsonNode data) {
    return new Member(
        run(data),
        longNumber(data, "number"),
        number(data, "job"),
        number(data, "attempt"),
        longNumber(data, "arrival"),
        number(data, "max"),
        flag(data, "isPlaced"),
        longNumber(data, "supersededBy"));
  }

  static Event.OfBreaker ofBreaker(JournalCodec.Line line) {
    JsonNode data = line.data();
    return switch (text(data, "is")) {
      case "moved" -> new BreakerMoved(line.row(BreakerEvent.class), line.reason());
      case "counted" -> new BreakerCounted(number(data, "failures"), number(data, "successes"));
      case "probe" -> new ProbeChanged(ifPresent(data, "probe", AroundEventCodec::probe));
      case REBUILT -> new Rebuilt(line.reason());
      case String other -> throw new IllegalStateException("no breaker knows " + other);
    };
  }

  static ObjectNode encode(Probe probe) {
    ObjectNode node = object().put("run", probe.run().value());
    return ReferenceCodec.put(node, probe.lease()).put("step", probe.step());
  }

  static Probe probe(JsonNode node) {
    return new Probe(run(node), lease(node), number(node, "step"));
  }

  static Event.OfAgent ofAgent(JournalCodec.Line line) {
    JsonNode data = line.data();
    return switch (text(data, "is")) {
      case "registered" ->
          new AgentRegistered(text(data, "name"), texts(data, "labels"), number(data, "slots"));
      case "standing" ->
          new AgentStanding(constant(Agent.Standing.class, data, "standing"), line.reason());
      case "took" -> new AgentTook(new Agent.Holding(run(data), lease(data)));
      case "freed" -> new AgentFreed(new Agent.Holding(run(data), lease(data)));
      case "rested" -> new AgentRested(instant(data, "until"));
      case REBUILT -> new Rebuilt(line.reason());
      case String other -> throw new IllegalStateException("no agent knows " + other);
    };
  }

  private AroundEventCodec() {}
}
