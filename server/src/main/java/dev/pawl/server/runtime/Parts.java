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
  final Outbox outbox;
  final Attendance attendance;
  final Handling handling;
  final RunObserver observer;

  Parts(Store store, Engine engine, LeaseIds leaseIds, Outside outside) {
    Deadlines deadlines = engine.deadlines();
    this.store = store;
    this.cache = new Cache(store);
    this.observer = outside.observer();
    this.dispatcher = new Dispatcher(cache);
    this.decider = new Decider(engine, cache, new Liveness(store), dispatcher, outside.observer());
    var deliveries = new Deliveries(leaseIds, deadlines, cache, outside.rules());
    this.outbox = new Outbox(store, cache, links, deliveries, outside);
    this.attendance = new Attendance(cache, links, dispatcher, outbox);
    var reception = new Reception(decider, links, leaseIds, deliveries, deadlines.heartbeat());
    var conversation =
        new Conversation(store, cache, decider, new Standing(leaseIds), new Answers(deadlines));
    this.handling = new Handling(store, decider, attendance, reception, conversation, links);
  }

  /// The batch did not happen, and what is cached may be why: nothing of it is remembered.
  void takeBack() {
    dispatcher.rollback();
    cache.clear();
    links.forgetNumbers();
  }
}
