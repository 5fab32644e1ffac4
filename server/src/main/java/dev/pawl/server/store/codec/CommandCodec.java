package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.constant;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.wire;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CancelAttempt;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.RevokeLease;
import dev.pawl.core.lifecycle.ReasonCode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a decision may ask of another run, as JSON, and back.
final class CommandCodec {

  static ObjectNode encode(EngineCommand.FollowUp command) {
    ObjectNode node = object().put("actor", command.actor().toString());
    return switch (command) {
      case CancelRun(_, var force, var code, var why) ->
          node.put("ask", "cancel-run").put("force", force).put("code", wire(code)).put("why", why);
      case CancelAttempt(var ref, _, var force, var code, var why) ->
          ReferenceCodec.put(node.put("ask", "cancel-attempt"), ref)
              .put("force", force)
              .put("code", wire(code))
              .put("why", why);
      case RevokeLease(var lease, _, var why) ->
          ReferenceCodec.put(node.put("ask", "revoke-lease"), lease).put("why", why);
    };
  }

  static EngineCommand.FollowUp decode(JsonNode node) {
    var actor = ReferenceCodec.actor(text(node, "actor"));
    String why = text(node, "why");
    return switch (text(node, "ask")) {
      case "cancel-run" ->
          new CancelRun(actor, flag(node, "force"), constant(ReasonCode.class, node, "code"), why);
      case "cancel-attempt" ->
          new CancelAttempt(
              ReferenceCodec.attempt(node),
              actor,
              flag(node, "force"),
              constant(ReasonCode.class, node, "code"),
              why);
      case "revoke-lease" -> new RevokeLease(ReferenceCodec.lease(node), actor, why);
      case String other -> throw new IllegalStateException("a request to " + other);
    };
  }

  private CommandCodec() {}
}
