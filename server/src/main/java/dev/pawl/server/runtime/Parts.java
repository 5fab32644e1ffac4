package dev.pawl.server.runtime;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;

/// What the loop is made of, and how it hangs together.
final class Parts {

  final Store store;
  final Cache cache;
  final Links links = new Links();
  final Dispatcher dispatcher;
  final Decider decider;
  final Handling handling;
  final Outbox outbox;
  final RunObserver observer;

  Parts(Store store, Engine engine, LeaseIds leaseIds, Outside outside) {
    Deadlines deadlines = engine.deadlines();
    this.store = store;
    this.cache = new Cache(store);
    this.observer = outside.observer();
    this.dispatcher = new Dispatcher(cache);
    this.decider =
        new Decider(
            engine, cache, new Liveness(store), dispatcher, outside.observer());
    var deliveries = new Deliveries(leaseIds, deadlines);
    this.outbox = new Outbox(store, cache, links, deliveries, outside);
    var reception = new Reception(decider, links, leaseIds, deliveries, deadlines.heartbeat());
    var conversation =
        new Conversation(store, cache, decider, new Standing(leaseIds), new Answers(deadlines));
    this.handling = new Handling(store, decider, links, reception, conversation);
  }
}
