package dev.pawl.server.orchestrator;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentDraining;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.CommittedStoreView;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.effects.CrossRunEffects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What each thing that somebody asked for means. Owned by the loop.
final class CommandRouter {

  private final CommittedStoreView settled;
  private final Decider decider;
  private final AgentPresence attendance;
  private final AgentRegistration reception;
  private final LeaseMessageHandler conversation;
  private final CrossRunEffects owing;

  CommandRouter(
      CommittedStoreView settled,
      Decider decider,
      AgentPresence attendance,
      AgentRegistration reception,
      LeaseMessageHandler conversation,
      CrossRunEffects owing) {
    this.settled = settled;
    this.decider = decider;
    this.attendance = attendance;
    this.reception = reception;
    this.conversation = conversation;
    this.owing = owing;
  }

  void handle(Batch batch, LoopRequest asked) {
    switch (asked) {
      case LoopRequest.RunCreation(var run, var plan, var key, var reply) ->
          reply(batch, reply, planned(batch, run, plan, create(batch, run, key)));
      case LoopRequest.RunCommand(var id, var command, var reply) ->
          reply(batch, reply, decider.decide(batch, id, command));
      case LoopRequest.AgentUpdate(var agent, var command, var reply) ->
          reply(batch, reply, decider.decide(batch, agent, command));
      case LoopRequest.BreakerReset(var tool, var by, var reply) ->
          reply(batch, reply, decider.reset(batch, tool, by));
      case LoopRequest.ReceivedMessage(var message, var link) -> hear(batch, message, link);
      case LoopRequest.Disconnection(var link) ->
          whoIsOn(batch, link)
              .ifPresent(linked -> {
                reception.lose(batch, linked);
                batch.afterwards(() -> attendance.left(linked));
              });
      case LoopRequest.CrossRunRequest owed -> owing.settle(batch, owed);
      case LoopRequest.WakeUp _ -> {} // the loop has looked
    }
  }

  /// Whether it may be decided while the last batch is being committed: it changes nothing but what
  /// is decided.
  boolean canBeAhead(LoopRequest asked) {
    return switch (asked) {
      case LoopRequest.RunCreation _, LoopRequest.RunCommand _, LoopRequest.WakeUp _ -> true;
      case LoopRequest.ReceivedMessage(var message, var link) ->
          message instanceof LeaseMessage && attendance.of(link).isPresent();
      case LoopRequest.AgentUpdate _,
          LoopRequest.BreakerReset _,
          LoopRequest.Disconnection _,
          LoopRequest.CrossRunRequest _ ->
          false;
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
        ? decider.decide(batch, run.id(), new EngineCommand.FinishPlanning(plan.get()))
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
  private Optional<ConnectedAgent> whoIsOn(Batch batch, AgentLink link) {
    return batch.arrived(link).or(() -> attendance.of(link));
  }

  private void hear(Batch batch, AgentMessage message, AgentLink link) {
    if (message instanceof AgentRegister register) {
      reception
          .register(batch, register, link)
          .ifPresent(linked -> {
            batch.arrive(linked);
            batch.afterwards(() -> attendance.came(linked));
          });
      return;
    }
    Optional<ConnectedAgent> from = whoIsOn(batch, link);
    if (from.isEmpty()) {
      batch.tell(() -> link.close("not registered"));
      return;
    }
    switch (message) {
      case AgentDraining _ -> reception.drain(batch, from.get());
      case LeaseMessage underLease -> conversation.hear(batch, underLease, from.get());
      case AgentRegister _ -> {} // above
    }
  }
}
