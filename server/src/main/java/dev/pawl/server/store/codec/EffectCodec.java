package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.constant;
import static dev.pawl.server.store.codec.JsonFields.duration;
import static dev.pawl.server.store.codec.JsonFields.flag;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.text;
import static dev.pawl.server.store.codec.JsonFields.wire;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.Effect.AskRun;
import dev.pawl.core.command.Effect.CancelJob;
import dev.pawl.core.command.Effect.Dispatch;
import dev.pawl.core.command.Effect.Fence;
import dev.pawl.core.command.Effect.ReadWorkflow;
import dev.pawl.core.command.Effect.Report;
import dev.pawl.core.command.Effect.StartRun;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.RunState;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An effect as the outbox keeps it, and back. A dispatch is kept as its lease only, and rendered,
/// with id and secrets, when it is sent.
public final class EffectCodec {

  public static String kind(Effect effect) {
    return switch (effect) {
      case Dispatch _ -> "dispatch";
      case CancelJob _ -> "cancel";
      case Fence _ -> "fence";
      case AskRun _ -> "ask-run";
      case StartRun _ -> "start-run";
      case ReadWorkflow _ -> "read-workflow";
      case Report _ -> "report";
    };
  }

  public static String encode(Effect effect) {
    ObjectNode node = object();
    switch (effect) {
      case Dispatch dispatch -> put(node, dispatch);
      case CancelJob cancel ->
          put(node, cancel)
              .put("force", cancel.force())
              .put("bound", cancel.bound().toString())
              .put("reason", cancel.reason());
      case Fence fence -> put(node, fence).put("end", wire(fence.end()));
      case AskRun(var run, var command) ->
          node.put("run", run.value()).set("command", CommandCodec.encode(command));
      case StartRun(var id, var origin, var of, var delay) ->
          node.put("run", id.value())
              .put("of", of.value())
              .put("delay", delay.toString())
              .set("origin", OriginCodec.encode(origin));
      case ReadWorkflow(var tries) -> node.put("tries", tries);
      case Report(var state, var message) -> node.put("state", wire(state)).put("message", message);
    }
    return JsonFields.write(node);
  }

  private static ObjectNode put(ObjectNode node, Effect.ToAgent effect) {
    return ReferenceCodec.put(node, effect.lease()).put("agent", effect.agent());
  }

  public static Effect decode(String kind, String body) {
    JsonNode node = JsonFields.read(body);
    return switch (kind) {
      case "dispatch" -> new Dispatch(ReferenceCodec.lease(node), text(node, "agent"));
      case "cancel" ->
          new CancelJob(
              ReferenceCodec.lease(node),
              text(node, "agent"),
              flag(node, "force"),
              duration(node, "bound"),
              text(node, "reason"));
      case "fence" ->
          new Fence(
              ReferenceCodec.lease(node),
              text(node, "agent"),
              constant(LeaseState.class, node, "end"));
      case "ask-run" ->
          new AskRun(ReferenceCodec.run(node), CommandCodec.decode(node.get("command")));
      case "start-run" ->
          new StartRun(
              ReferenceCodec.run(node),
              OriginCodec.decode(node.get("origin")),
              new RunId(text(node, "of")),
              duration(node, "delay"));
      case "read-workflow" -> new ReadWorkflow(number(node, "tries"));
      case "report" -> new Report(constant(RunState.class, node, "state"), text(node, "message"));
      case String other -> throw new IllegalStateException("an effect of kind " + other);
    };
  }

  private EffectCodec() {}
}
