package dev.pawl.cli.runs;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.Status;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.NextTransition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads an explanation from the answer of a server. A kind of fact that is unknown here is left
/// out.
record ExplanationReader(ServerClient client) {

  private static final Map<String, Class<?>> KINDS = kinds();

  private static Map<String, Class<?>> kinds() {
    Map<String, Class<?>> kinds = new HashMap<>();
    for (Class<?> kind : Fact.class.getPermittedSubclasses()) {
      kinds.put(Fact.kindOf(kind.asSubclass(Fact.class)), kind);
    }
    return kinds;
  }

  /// A fact without the facts in it, whose kinds the server does not answer.
  private static JsonNode flat(JsonNode fact) {
    if (fact instanceof ObjectNode object && object.has("facts")) {
      object.putArray("facts");
    }
    return fact;
  }

  Explanation read(JsonNode answer) {
    List<Fact> facts = new ArrayList<>();
    for (JsonNode fact : answer.path("facts")) {
      Optional.ofNullable(KINDS.get(fact.path("kind").asString("")))
          .ifPresent(kind -> facts.add((Fact) client.read(flat(fact.path("fact")), kind)));
    }
    JsonNode next = answer.path("next");
    var status =
        new Status(
            Machine.ofWireName(Phase.class, answer.path("phase").asString()),
            Machine.ofWireName(ReasonCode.class, answer.path("reason").asString()),
            answer.path("message").asString(""));
    return new Explanation(
        status,
        facts,
        next.isObject() ? Optional.of(client.read(next, NextTransition.class)) : Optional.empty());
  }
}
