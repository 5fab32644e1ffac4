package dev.pawl.server.runtime;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import java.util.ArrayList;
import java.util.List;

/// What the loop is made of, and how it hangs together.
final class Parts {

  final Limits limits;
  final Store store;
  final Settled settled;
  final Cache cache;
  final Links links = new Links();
  final Dispatcher dispatcher;
  final Decider decider;
  final Outbox outbox;
  final Attendance attendance;
  final Handling handling;
  final RunObserver observer;

  Parts(Limits limits, Store store, Engine engine, LeaseIds leaseIds, Outside outside) {
    Deadlines deadlines = engine.deadlines();
    this.limits = limits;
    this.store = store;
    this.settled = new Settled(store);
    this.cache = new Cache(limits.cached(), settled);
    this.observer = outside.observer();
    this.dispatcher = new Dispatcher(limits, cache);
    this.decider =
        new Decider(engine, cache, new Liveness(settled), dispatcher, outside.observer());
    var deliveries = new Deliveries(leaseIds, deadlines, new Dispatches(cache, outside));
    this.outbox = new Outbox(limits, store, cache, links, deliveries, outside);
    this.attendance = new Attendance(limits.agents(), cache, links, dispatcher, outbox);
    var reception = new Reception(decider, attendance, leaseIds, deliveries, deadlines.heartbeat());
    var conversation =
        new Conversation(settled, cache, decider, new Standing(leaseIds), new Answers(deadlines));
    var owing = new Owing(decider, outbox);
    this.handling = new Handling(settled, decider, attendance, reception, conversation, owing);
  }

  /// The batch did not happen, and what is cached may be why: nothing of it is remembered.
  void takeBack() {
    dispatcher.rollback();
    cache.clear();
    links.forgetNumbers();
  }

  List<Bounded> sizes() {
    List<Bounded> sizes = new ArrayList<>(cache.sizes());
    sizes.addAll(links.sizes(limits.agents()));
    sizes.addAll(dispatcher.sizes());
    sizes.addAll(decider.sizes());
    sizes.addAll(outbox.sizes());
    return sizes;
  }
}
