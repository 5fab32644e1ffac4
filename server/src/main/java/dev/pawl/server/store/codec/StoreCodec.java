package dev.pawl.server.store.codec;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.step.StepEnd;
import dev.pawl.protocol.json.JsonCodec;
import dev.pawl.protocol.json.JsonCodec.UnknownFields;
import dev.pawl.protocol.json.PlanJson;
import java.util.List;

/// The JSON of everything that the store keeps as a text. Unknown fields are rejected.
///
/// A journal's lines hold all that a replay needs, the plan included: so the chain of hashes covers
/// it, and a journal is complete by itself. What is nearly always the same has no field: a reason
/// that is progress, the end of a step that never ran.
public final class StoreCodec {

  private static final JsonCodec JSON =
      PlanJson.builder()
          .text(RunId.class, RunId::value, RunId::new)
          .text(Actor.class, Actor::toString, StoreCodec::actor)
          .leaveOut(Reason.class, Reason.PROGRESS)
          .leaveOut(StepEnd.class, StepEnd.NEVER_RAN)
          .build();

  /// The lines of a journal entry.
  public static String encode(List<Transition> transitions) {
    return JSON.writeList(Transition.class, transitions);
  }

  public static List<Transition> transitions(String text) {
    return JSON.readList(Transition.class, text, UnknownFields.REJECT);
  }

  /// The events that a journal entry replays to.
  public static List<DomainEvent> events(String text) {
    return transitions(text).stream().map(Transition::cause).toList();
  }

  /// An effect as the outbox keeps it. A dispatch is kept as its lease only, and rendered, with id
  /// and secrets, when it is sent.
  public static String encode(Effect effect) {
    return JSON.write(Effect.class, effect);
  }

  public static Effect effect(String text) {
    return JSON.read(Effect.class, text, UnknownFields.REJECT);
  }

  /// A command that one process leaves for another.
  public static String encode(EngineCommand command) {
    return JSON.write(EngineCommand.class, command);
  }

  public static EngineCommand command(String text) {
    return JSON.read(EngineCommand.class, text, UnknownFields.REJECT);
  }

  /// The effect's name, as SQL asks for it.
  public static String kindOf(Effect effect) {
    return JSON.nameOf(Effect.class, effect);
  }

  public static <T extends Record> String encode(Class<T> type, T value) {
    return JSON.write(type, value);
  }

  public static <T extends Record> T decode(Class<T> type, String text) {
    return JSON.read(type, text, UnknownFields.REJECT);
  }

  /// Labels and the like.
  public static String encodeTexts(List<String> texts) {
    return JSON.writeList(String.class, texts);
  }

  public static List<String> texts(String text) {
    return JSON.readList(String.class, text, UnknownFields.REJECT);
  }

  /// The actor that a text names; the name itself may have colons.
  public static Actor actor(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    return new Actor(
        Machine.ofWireName(ActorKind.class, kind), colon < 0 ? "" : text.substring(colon + 1));
  }

  private StoreCodec() {}
}
