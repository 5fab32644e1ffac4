package dev.pawl.server.orchestrator;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.AgentMessageRenderer;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.agents.JobDispatchRenderer;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.agents.LeaseLookup;
import dev.pawl.server.agents.LeaseReplies;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.decision.CommittedStoreView;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.decision.LeaseRenewalCheck;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.dispatch.Dispatcher;
import dev.pawl.server.effects.CrossRunEffects;
import dev.pawl.server.effects.Outbox;
import dev.pawl.server.store.Store;
import java.util.ArrayList;
import java.util.List;

/// What the loop is made of, and how it hangs together.
final class LoopComponents {

  final OrchestratorLimits limits;
  final Store store;
  final CommittedStoreView settled;
  final AggregateCache cache;
  final ConnectedAgents links = new ConnectedAgents();
  final Dispatcher dispatcher;
  final Decider decider;
  final Outbox outbox;
  final AgentPresence attendance;
  final CommandRouter handling;
  final RunObserver observer;

  LoopComponents(
      OrchestratorLimits limits,
      Store store,
      Engine engine,
      LeaseIds leaseIds,
      OrchestratorPorts outside) {
    Deadlines deadlines = engine.deadlines();
    this.limits = limits;
    this.store = store;
    this.settled = new CommittedStoreView(store);
    this.cache = new AggregateCache(limits.cachedJobs(), settled);
    this.observer = outside.observer();
    this.dispatcher = new Dispatcher(limits, cache);
    this.decider =
        new Decider(engine, cache, new LeaseRenewalCheck(settled), dispatcher, outside.observer());
    var deliveries =
        new AgentMessageRenderer(leaseIds, deadlines, new JobDispatchRenderer(cache, outside));
    this.outbox = new Outbox(limits, store, cache, links, deliveries, outside);
    this.attendance = new AgentPresence(limits.agents(), cache, links, dispatcher, outbox);
    var reception =
        new AgentRegistration(decider, attendance, leaseIds, deliveries, deadlines.heartbeat());
    var conversation =
        new LeaseMessageHandler(
            settled, cache, decider, new LeaseLookup(leaseIds), new LeaseReplies(deadlines));
    var owing = new CrossRunEffects(decider, outbox);
    this.handling = new CommandRouter(settled, decider, attendance, reception, conversation, owing);
  }

  /// The batch did not happen, and what is cached may be why: nothing of it is remembered.
  void takeBack() {
    dispatcher.rollback();
    cache.clear();
    links.forgetNumbers();
  }

  /// It is not decided after all. Nobody is told anything but that it failed: persons ask again,
  /// agents say it again, and effects are found again.
  void abandon(List<LoopRequest> undecided, RuntimeException why) {
    takeBack();
    for (LoopRequest asked : undecided) {
      asked.fail(why);
      switch (asked) {
        case LoopRequest.CrossRunRequest owed -> outbox.release(owed);
        // Nobody says it again; that its leases run on unheard is found out by their deadlines.
        case LoopRequest.Disconnection(var link) -> links.of(link).ifPresent(attendance::left);
        case LoopRequest.RunCreation _,
            LoopRequest.RunCommand _,
            LoopRequest.AgentUpdate _,
            LoopRequest.BreakerReset _,
            LoopRequest.ReceivedMessage _,
            LoopRequest.WakeUp _ -> {}
      }
    }
  }

  List<BoundedSize> sizes() {
    List<BoundedSize> sizes = new ArrayList<>(cache.sizes());
    sizes.addAll(links.sizes(limits.agents()));
    sizes.addAll(dispatcher.sizes());
    sizes.addAll(decider.sizes());
    sizes.addAll(outbox.sizes());
    return sizes;
  }
}
