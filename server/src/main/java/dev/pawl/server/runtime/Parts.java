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

  /// It is not decided after all. Nobody is told anything but that it failed: persons ask again,
  /// agents say it again, and effects are found again.
  void abandon(List<Asked> undecided, RuntimeException why) {
    takeBack();
    for (Asked asked : undecided) {
      asked.fail(why);
      switch (asked) {
        case Asked.Owed owed -> outbox.release(owed);
        // Nobody says it again; that its leases run on unheard is found out by their deadlines.
        case Asked.Gone(var link) -> links.of(link).ifPresent(attendance::left);
        case Asked.Create _,
            Asked.Of _,
            Asked.OfAgent _,
            Asked.Reset _,
            Asked.Heard _,
            Asked.News _ -> {}
      }
    }
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
