package dev.pawl.server.orchestrator;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.BreakerMachine;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentDraining;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.CommittedStoreView;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.dispatch.Dispatcher;
import dev.pawl.server.effects.CrossRunEffects;
import dev.pawl.server.metrics.OrchestratorCounters;
import dev.pawl.server.store.TriggerKey;
import java.util.Optional;

/// Routes each request to the class that decides it. Owned by the loop.
final class CommandRouter {

  private static final String RUN = RunMachine.MACHINE.name();
  private static final String BREAKER = BreakerMachine.MACHINE.name();

  private final CommittedStoreView view;
  private final Decider decider;
  private final ConnectedAgents agents;
  private final Dispatcher dispatcher;
  private final AgentPresence presence;
  private final AgentRegistration registration;
  private final LeaseMessageHandler leaseMessages;
  private final CrossRunEffects crossRun;
  private final OrchestratorCounters counters;

  CommandRouter(
      CommittedStoreView view,
      Decider decider,
      ConnectedAgents agents,
      Dispatcher dispatcher,
      AgentPresence presence,
      AgentRegistration registration,
      LeaseMessageHandler leaseMessages,
      CrossRunEffects crossRun,
      OrchestratorCounters counters) {
    this.view = view;
    this.decider = decider;
    this.agents = agents;
    this.dispatcher = dispatcher;
    this.presence = presence;
    this.registration = registration;
    this.leaseMessages = leaseMessages;
    this.crossRun = crossRun;
    this.counters = counters;
  }

  void handle(Batch batch, LoopRequest request) {
    switch (request) {
      case LoopRequest.RunCreation creation ->
          reply(
              batch,
              RUN,
              creation.reply(),
              finishPlanning(batch, creation, create(batch, creation)));
      case LoopRequest.RunCommand(var id, var command, var reply) ->
          reply(batch, RUN, reply, decider.decide(batch, id, command));
      case LoopRequest.AgentUpdate(var agent, var command, var reply) ->
          reply(batch, "agent", reply, decider.decide(batch, agent, command));
      case LoopRequest.BreakerReset(var breaker, var by, var reply) ->
          reply(batch, BREAKER, reply, decider.reset(batch, breaker, by));
      case LoopRequest.ToolConfiguration(var breaker, var profile, var by, var reply) ->
          reply(batch, BREAKER, reply, decider.configure(batch, breaker, profile, by));
      case LoopRequest.ReceivedMessage(var message, var link) -> receive(batch, message, link);
      case LoopRequest.Disconnection(var link) ->
          connectedAgent(batch, link)
              .ifPresent(agent -> {
                registration.loseContact(batch, agent);
                batch.afterRelease(() -> presence.disconnected(agent));
              });
      case LoopRequest.CrossRunRequest(var effect) -> crossRun.decide(batch, effect);
      case LoopRequest.Reservation(var orchestrator, var queue) ->
          dispatcher.reserved(orchestrator, queue, batch.now());
      case LoopRequest.WakeUp _ -> {} // the loop has polled
    }
  }

  /// Whether the request may be decided while the last batch is being committed: it has no
  /// consequences but decisions.
  boolean canDecideDuringCommit(LoopRequest request) {
    return switch (request) {
      case LoopRequest.RunCreation _,
          LoopRequest.RunCommand _,
          LoopRequest.Reservation _,
          LoopRequest.WakeUp _ ->
          true;
      case LoopRequest.ReceivedMessage(var message, var link) ->
          message instanceof LeaseMessage && agents.of(link).isPresent();
      case LoopRequest.AgentUpdate _,
          LoopRequest.BreakerReset _,
          LoopRequest.ToolConfiguration _,
          LoopRequest.Disconnection _,
          LoopRequest.CrossRunRequest _ ->
          false;
    };
  }

  /// Gives a request up.
  void abandon(LoopRequest request, RuntimeException reason) {
    request.fail(reason);
    switch (request) {
      case LoopRequest.CrossRunRequest(var effect) -> crossRun.putBack(effect);
      // A disconnect is reported once, so it is applied now; the leases end by their deadlines.
      case LoopRequest.Disconnection(var link) -> agents.of(link).ifPresent(presence::disconnected);
      case LoopRequest.RunCreation _,
          LoopRequest.RunCommand _,
          LoopRequest.AgentUpdate _,
          LoopRequest.BreakerReset _,
          LoopRequest.ToolConfiguration _,
          LoopRequest.ReceivedMessage _,
          LoopRequest.Reservation _,
          LoopRequest.WakeUp _ -> {}
    }
  }

  /// @param machine of what the request is about
  private void reply(Batch batch, String machine, DecisionReply reply, Decision decision) {
    if (decision instanceof Decision.Accepted) {
      reply.answer().ifPresent(batch::store);
    }
    batch.reply(() -> {
      count(machine, decision);
      reply.complete(decision);
    });
  }

  private void count(String machine, Decision decision) {
    switch (decision) {
      case Decision.Accepted _ -> {}
      case Decision.Late _ -> counters.late(machine);
      case Decision.Refused _ -> counters.rejected(machine);
    }
  }

  /// The same trigger twice creates one run.
  private Decision create(Batch batch, LoopRequest.RunCreation creation) {
    Run run = creation.run();
    var trigger = new TriggerKey(run.origin().org(), creation.triggerKey());
    Optional<RunId> first =
        trigger.mayRepeat() ? Optional.empty() : runOfTrigger(batch, run.id(), trigger);
    if (first.isPresent()) {
      return new Decision.Late(first.get().value());
    }
    return batch.mayExist(run.id()) && batch.run(run.id()).isPresent()
        ? new Decision.Late(run.id().value())
        : decider.create(batch, run, creation.start(), trigger.key());
  }

  /// Decides about the plan that a new run brings, in the commit that creates it.
  private Decision finishPlanning(Batch batch, LoopRequest.RunCreation creation, Decision created) {
    return created instanceof Decision.Accepted && creation.planned().isPresent()
        ? decider.decide(batch, creation.run().id(), creation.planned().get())
        : created;
  }

  /// A run that is created is new, nearly always: the commit finds out if it is not, and then the
  /// store is asked.
  private Optional<RunId> runOfTrigger(Batch batch, RunId id, TriggerKey trigger) {
    return batch
        .runOfTrigger(trigger)
        .or(() -> batch.mayExist(id) ? view.store().runOfTrigger(trigger) : Optional.empty());
  }

  /// The agent of a connection, which may have registered in this batch.
  private Optional<ConnectedAgent> connectedAgent(Batch batch, AgentLink link) {
    return batch.arrival(link).or(() -> agents.of(link));
  }

  private void receive(Batch batch, AgentMessage message, AgentLink link) {
    if (message instanceof AgentRegister register) {
      registration
          .register(batch, register, link)
          .ifPresent(agent -> {
            batch.addArrival(agent);
            batch.afterRelease(() -> presence.connected(agent));
          });
      return;
    }
    Optional<ConnectedAgent> from = connectedAgent(batch, link);
    if (from.isEmpty()) {
      batch.reply(() -> link.close("not registered"));
      return;
    }
    switch (message) {
      case AgentDraining _ -> registration.drain(batch, from.get());
      case LeaseMessage underLease -> leaseMessages.handle(batch, underLease, from.get());
      case AgentRegister _ -> {} // above
    }
  }
}
