package dev.pawl.server.store;

import dev.pawl.core.engine.Effect;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.Machine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An effect as the outbox keeps it. A dispatch is kept as its lease only, and rendered, with id
/// and secrets, when it is sent.
final class EffectCodec {

  private static final JsonMapper JSON = new JsonMapper();

  static String kind(Effect effect) {
    return switch (effect) {
      case Effect.Dispatch _ -> "dispatch";
      case Effect.CancelJob _ -> "cancel";
      case Effect.Fence _ -> "fence";
    };
  }

  static String encode(Effect effect) {
    LeaseRef lease = effect.lease();
    ObjectNode node =
        JSON.createObjectNode()
            .put("job", lease.attempt().job())
            .put("attempt", lease.attempt().attempt())
            .put("lease", lease.number())
            .put("agent", effect.agent());
    switch (effect) {
      case Effect.Dispatch _ -> {}
      case Effect.CancelJob cancel ->
          node.put("force", cancel.force())
              .put("bound", cancel.bound().toString())
              .put("reason", cancel.reason());
      case Effect.Fence fence -> node.put("end", Machine.wireName(fence.end()));
    }
    return JSON.writeValueAsString(node);
  }

  private EffectCodec() {}
}
