package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.text;

import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Machine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How everything stored names a run, an attempt, a lease, and who did something.
public final class ReferenceCodec {

  static ObjectNode put(ObjectNode node, AttemptRef ref) {
    return node.put("job", ref.job()).put("attempt", ref.attempt());
  }

  static ObjectNode put(ObjectNode node, LeaseRef lease) {
    return put(node, lease.attempt()).put("lease", lease.number());
  }

  static AttemptRef attempt(JsonNode node) {
    return new AttemptRef(number(node, "job"), number(node, "attempt"));
  }

  static LeaseRef lease(JsonNode node) {
    return new LeaseRef(attempt(node), number(node, "lease"));
  }

  static RunId run(JsonNode node) {
    return new RunId(text(node, "run"));
  }

  /// Who an actor's text names; the name itself may have colons.
  public static Actor actor(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    return new Actor(
        Machine.ofWireName(ActorKind.class, kind), colon < 0 ? "" : text.substring(colon + 1));
  }

  private ReferenceCodec() {}
}
