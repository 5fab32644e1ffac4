package dev.pawl.server.runtime;

import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent;
import dev.pawl.protocol.FromAgent.AgentDraining;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromAgent.UnderLease;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What each thing that somebody asked for means. Owned by the loop.
final class Handling {

  private final Settled settled;
  private final Decider decider;
  private final Attendance attendance;
  private final Reception reception;
  private final Conversation conversation;
  private final Owing owing;

  Handling(
      Settled settled,
      Decider decider,
      Attendance attendance,
      Reception reception,
      Conversation conversation,
      Owing owing) {
    this.settled = settled;
    this.decider = decider;
    this.attendance = attendance;
    this.reception = reception;
    this.conversation = conversation;
    this.owing = owing;
  }

  void handle(Batch batch, Asked asked) {
    switch (asked) {
      case Asked.Create(var run, var plan, var key, var reply) ->
          reply(batch, reply, planned(batch, run, plan, create(batch, run, key)));
      case Asked.Of(var id, var command, var reply) ->
          reply(batch, reply, decider.decide(batch, id, command));
      case Asked.OfAgent(var agent, var command, var reply) ->
          reply(batch, reply, decider.decide(batch, agent, command));
      case Asked.Reset(var tool, var by, var reply) ->
          reply(batch, reply, decider.reset(batch, tool, by));
      case Asked.Heard(var message, var link) -> hear(batch, message, link);
      case Asked.Gone(var link) ->
          whoIsOn(batch, link)
              .ifPresent(linked -> {
                reception.lose(batch, linked);
                batch.afterwards(() -> attendance.left(linked));
              });
      case Asked.Owed owed -> owing.settle(batch, owed);
      case Asked.News _ -> {} // the loop has looked
    }
  }

  /// Whether it may be decided while the last batch is being committed: it changes nothing but what
  /// is decided.
  boolean canBeAhead(Asked asked) {
    return switch (asked) {
      case Asked.Create _, Asked.Of _, Asked.News _ -> true;
      case Asked.Heard(var message, var link) ->
          message instanceof UnderLease && attendance.of(link).isPresent();
      case Asked.OfAgent _, Asked.Reset _, Asked.Gone _, Asked.Owed _ -> false;
    };
  }

  private static void reply(Batch batch, CompletableFuture<Decision> reply, Decision decision) {
    batch.tell(() -> reply.complete(decision));
  }

  /// The same trigger twice makes one run.
  private Decision create(Batch batch, Run run, String key) {
    Optional<RunId> first = key.isEmpty() ? Optional.empty() : ofTrigger(batch, run.id(), key);
    if (first.isPresent()) {
      return new Decision.Late(first.get().value());
    }
    return batch.mayBeThere(run.id()) && batch.run(run.id()).isPresent()
        ? new Decision.Late(run.id().value())
        : decider.create(batch, run, key);
  }

  /// What comes of the plan that a new run brings, in the commit that makes it.
  private Decision planned(Batch batch, Run run, Optional<Plan> plan, Decision created) {
    return created instanceof Decision.Accepted && plan.isPresent()
        ? decider.decide(batch, run.id(), new Command.FinishPlanning(plan.get()))
        : created;
  }

  /// What is new is new, nearly always: the commit finds out if it is not, and then the store is
  /// asked.
  private Optional<RunId> ofTrigger(Batch batch, RunId id, String key) {
    return batch
        .runOfTrigger(key)
        .or(() -> batch.mayBeThere(id) ? settled.store().runOfTrigger(key) : Optional.empty());
  }

  /// Whoever has come by that connection: in this batch, or before it.
  private Optional<Linked> whoIsOn(Batch batch, AgentLink link) {
    return batch.arrived(link).or(() -> attendance.of(link));
  }

  private void hear(Batch batch, FromAgent message, AgentLink link) {
    if (message instanceof AgentRegister register) {
      reception
          .register(batch, register, link)
          .ifPresent(linked -> {
            batch.arrive(linked);
            batch.afterwards(() -> attendance.came(linked));
          });
      return;
    }
    Optional<Linked> from = whoIsOn(batch, link);
    if (from.isEmpty()) {
      batch.tell(() -> link.close("not registered"));
      return;
    }
    switch (message) {
      case AgentDraining _ -> reception.drain(batch, from.get());
      case UnderLease underLease -> conversation.hear(batch, underLease, from.get());
      case AgentRegister _ -> {} // above
    }
  }
}
