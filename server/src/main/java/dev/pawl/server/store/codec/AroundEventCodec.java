package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.constant;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.ifPresent;
import static dev.pawl.server.store.codec.JsonFields.instant;
import static dev.pawl.server.store.codec.JsonFields.longNumber;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.texts;
import static dev.pawl.server.store.codec.JsonFields.wire;
import static dev.pawl.server.store.codec.ReferenceCodec.lease;
import static dev.pawl.server.store.codec.ReferenceCodec.run;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AgentAvailabilityChanged;
import dev.pawl.core.event.DomainEvent.AgentBackoffSet;
import dev.pawl.core.event.DomainEvent.AgentLeaseReleased;
import dev.pawl.core.event.DomainEvent.AgentLeaseTaken;
import dev.pawl.core.event.DomainEvent.AgentRegistered;
import dev.pawl.core.event.DomainEvent.BreakerCounted;
import dev.pawl.core.event.DomainEvent.BreakerMoved;
import dev.pawl.core.event.DomainEvent.MemberJoined;
import dev.pawl.core.event.DomainEvent.MemberLeft;
import dev.pawl.core.event.DomainEvent.MemberPlaced;
import dev.pawl.core.event.DomainEvent.MemberSuperseded;
import dev.pawl.core.event.DomainEvent.MemberYielded;
import dev.pawl.core.event.DomainEvent.ProbeChanged;
import dev.pawl.core.event.DomainEvent.Rebuilt;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.BreakerEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What happened around the runs, to groups, breakers and agents, as the data of a journal's line,
/// and back.
public final class AroundEventCodec {

  private static final String REBUILT = "rebuilt";

  static void facts(FactCodec data, DomainEvent.OfGroup event) {
    switch (event) {
      case MemberJoined(var member) ->
          who(data.put("is", "joined"), member.run(), member.job())
              .put("number", member.number())
              .put("attempt", member.attempt())
              .put("arrival", member.arrival())
              .put("max", member.max())
              .put("isPlaced", member.hasPlace())
              .put("supersededBy", member.supersededBy());
      case MemberPlaced(var run, var job) -> who(data.put("is", "placed"), run, job);
      case MemberYielded(var run, var job) -> who(data.put("is", "yielded"), run, job);
      case MemberSuperseded(var run, var job, var by) ->
          who(data.put("is", "superseded"), run, job).put("by", by);
      case MemberLeft(var run, var job) -> who(data.put("is", "left"), run, job);
      case Rebuilt _ -> data.put("is", REBUILT);
    }
  }

  private static FactCodec who(FactCodec data, RunId run, int job) {
    return data.put("run", run.value()).put("job", job);
  }

  static void facts(FactCodec data, DomainEvent.OfBreaker event) {
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

  static void facts(FactCodec data, DomainEvent.OfAgent event) {
    switch (event) {
      case AgentRegistered(var name, var labels, var slots) ->
          data.put("is", "registered").put("name", name).put("slots", slots).put("labels", labels);
      case AgentAvailabilityChanged(var standing, _) ->
          data.put("is", "standing").put("standing", wire(standing));
      case AgentLeaseTaken(var lease) -> held(data.put("is", "took"), lease);
      case AgentLeaseReleased(var lease) -> held(data.put("is", "freed"), lease);
      case AgentBackoffSet(var until) -> data.put("is", "rested").put("until", until.toString());
      case Rebuilt _ -> data.put("is", REBUILT);
    }
  }

  private static void held(FactCodec data, Agent.HeldLease held) {
    data.put("run", held.run().value()).put(held.lease());
  }

  static DomainEvent.OfGroup ofGroup(JournalCodec.Line line) {
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

  private static GroupMember member(JsonNode data) {
    return new GroupMember(
        run(data),
        longNumber(data, "number"),
        number(data, "job"),
        number(data, "attempt"),
        longNumber(data, "arrival"),
        number(data, "max"),
        flag(data, "isPlaced"),
        longNumber(data, "supersededBy"));
  }

  static DomainEvent.OfBreaker ofBreaker(JournalCodec.Line line) {
    JsonNode data = line.data();
    return switch (text(data, "is")) {
      case "moved" -> new BreakerMoved(line.row(BreakerEvent.class), line.reason());
      case "counted" -> new BreakerCounted(number(data, "failures"), number(data, "successes"));
      case "probe" -> new ProbeChanged(ifPresent(data, "probe", AroundEventCodec::probe));
      case REBUILT -> new Rebuilt(line.reason());
      case String other -> throw new IllegalStateException("no breaker knows " + other);
    };
  }

  public static ObjectNode encode(BreakerProbe probe) {
    ObjectNode node = object().put("run", probe.run().value());
    return ReferenceCodec.put(node, probe.lease()).put("step", probe.step());
  }

  public static BreakerProbe probe(JsonNode node) {
    return new BreakerProbe(run(node), lease(node), number(node, "step"));
  }

  static DomainEvent.OfAgent ofAgent(JournalCodec.Line line) {
    JsonNode data = line.data();
    return switch (text(data, "is")) {
      case "registered" ->
          new AgentRegistered(text(data, "name"), texts(data, "labels"), number(data, "slots"));
      case "standing" ->
          new AgentAvailabilityChanged(
              constant(Agent.Availability.class, data, "standing"), line.reason());
      case "took" -> new AgentLeaseTaken(new Agent.HeldLease(run(data), lease(data)));
      case "freed" -> new AgentLeaseReleased(new Agent.HeldLease(run(data), lease(data)));
      case "rested" -> new AgentBackoffSet(instant(data, "until"));
      case REBUILT -> new Rebuilt(line.reason());
      case String other -> throw new IllegalStateException("no agent knows " + other);
    };
  }

  private AroundEventCodec() {}
}
