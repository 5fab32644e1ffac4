package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.constant;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.textIfAny;
import static dev.pawl.server.store.codec.JsonFields.wire;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// The lines of a journal entry as JSON, and the events that they replay to.
///
/// Columns that SQL shows are at the top of each line; `data` has the rest of what a replay needs,
/// the plan included: so the chain of hashes covers it too, and a journal is complete by itself.
/// What is as nearly always has no field: a reason that is progress, a message without a text.
public final class JournalCodec {

  /// A line, as it is read: what is in its columns, and its data.
  record Line(String machine, String event, Reason reason, JsonNode data) {

    <C extends Enum<C>> C row(Class<C> machine) {
      return Enum.valueOf(machine, event);
    }
  }

  public static String encode(List<Transition> transitions) {
    return JsonFields.write(out -> {
      out.writeStartArray();
      for (Transition transition : transitions) {
        encode(out, transition);
      }
      out.writeEndArray();
    });
  }

  private static void encode(JsonGenerator out, Transition transition) {
    Reason reason = transition.cause().reason();
    out.writeStartObject();
    out.writeStringProperty("machine", transition.machine());
    out.writeStringProperty("entity", transition.entity());
    out.writeStringProperty("from", transition.from());
    out.writeStringProperty("event", transition.event());
    out.writeStringProperty("to", transition.to());
    if (reason.code() != ReasonCode.PROGRESS) {
      out.writeStringProperty("reason", wire(reason.code()));
    }
    if (!reason.message().isEmpty()) {
      out.writeStringProperty("message", reason.message());
    }
    out.writeStringProperty("actor", transition.actor().toString());
    out.writeObjectPropertyStart("data");
    put(new FactCodec(out), transition);
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void put(FactCodec data, Transition transition) {
    switch (transition.cause()) {
      case DomainEvent.OfRun of -> RunEventCodec.facts(data, transition.machine(), of);
      case DomainEvent.OfGroup of -> AroundEventCodec.facts(data, of);
      case DomainEvent.OfBreaker of -> AroundEventCodec.facts(data, of);
      case DomainEvent.OfAgent of -> AroundEventCodec.facts(data, of);
    }
  }

  /// The events of an entry in the journal of such an aggregate.
  public static List<DomainEvent> decode(Aggregate.Kind kind, String transitions) {
    return JsonFields.list(JsonFields.read(transitions), line -> event(kind, line));
  }

  /// The lines of an entry, with who did what to which entity.
  public static List<Transition> lines(Aggregate.Kind kind, String transitions) {
    return JsonFields.list(
        JsonFields.read(transitions),
        line ->
            new Transition(
                text(line, "machine"),
                text(line, "entity"),
                text(line, "from"),
                text(line, "event"),
                text(line, "to"),
                ReferenceCodec.actor(text(line, "actor")),
                event(kind, line)));
  }

  private static DomainEvent event(Aggregate.Kind kind, JsonNode node) {
    ReasonCode code =
        node.has("reason") ? constant(ReasonCode.class, node, "reason") : ReasonCode.PROGRESS;
    var reason = Reason.of(code, textIfAny(node, "message"));
    var line = new Line(text(node, "machine"), text(node, "event"), reason, node.get("data"));
    return switch (kind) {
      case RUN -> RunEventCodec.decode(line);
      case GROUP -> AroundEventCodec.ofGroup(line);
      case BREAKER -> AroundEventCodec.ofBreaker(line);
      case AGENT -> AroundEventCodec.ofAgent(line);
    };
  }

  private JournalCodec() {}
}
