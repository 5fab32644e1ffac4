package dev.pawl.server.runtime;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent;
import dev.pawl.protocol.FromAgent.AgentDraining;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromAgent.JobReject;
import dev.pawl.protocol.FromAgent.Numbered;
import dev.pawl.protocol.FromAgent.UnderLease;
import dev.pawl.protocol.FromServer.LeaseStale;
import dev.pawl.protocol.FromServer.RegisterAck;
import dev.pawl.protocol.FromServer.Resend;
import dev.pawl.server.runtime.Store.DeliveredEffects;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The command loop: drains what has arrived, decides it against cached state, commits it all in
/// one transaction, and only then tells anybody. Owned by whoever calls [#step]; everybody else
/// talks to it through its bounded queue.
public final class Orchestrator {

  private static final int LONGEST_QUEUE = 10_000;
  private static final int LARGEST_BATCH = 1_000;

  private final Store store;
  private final Engine engine;
  private final InstantSource clock;
  private final RunObserver observer;
  private final AgentDesk desk;
  private final Deliveries deliveries;
  private final Duration heartbeat;

  private final BlockingQueue<Asked> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final Map<RunId, Run> runs = new LinkedHashMap<>();
  private final List<DeliveredEffects> delivered = new ArrayList<>();
  private final Sequences sequences = new Sequences();
  private final Agents agents = new Agents();
  private final Dispatcher dispatcher = new Dispatcher(agents);
  private final Timetable timetable;
  private volatile @Nullable StoreFailure failure;

  public Orchestrator(
      Store store,
      InstantSource clock,
      Deadlines deadlines,
      Duration heartbeat,
      LeaseIds leaseIds,
      RunObserver observer) {
    this.store = store;
    this.engine = new Engine(deadlines);
    this.clock = clock;
    this.observer = observer;
    this.desk = new AgentDesk(leaseIds, deadlines.leaseTtl());
    this.deliveries = new Deliveries(leaseIds, deadlines, heartbeat);
    this.heartbeat = heartbeat;
    this.timetable = new Timetable(now());
  }

  /// A new run. The reply is there when it is durable.
  public CompletableFuture<Decision> create(Run run) {
    return ask(reply -> new Asked.Create(run, reply));
  }

  /// Something of a run. The reply is there when it is durable.
  public CompletableFuture<Decision> ask(RunId run, Command command) {
    return ask(reply -> new Asked.Of(run, command, reply));
  }

  private CompletableFuture<Decision> ask(Function<CompletableFuture<Decision>, Asked> asked) {
    var reply = new CompletableFuture<Decision>();
    if (!queue.offer(asked.apply(reply))) {
      reply.completeExceptionally(new StoreFailure("busy: too much is waiting; try again in 1 s"));
    }
    StoreFailure stopped = failure;
    if (stopped != null) {
      reply.completeExceptionally(stopped); // nobody will look into the queue again
    }
    return reply;
  }

  /// What an agent says. Waits while the queue is full, which slows the agent down.
  public void heard(FromAgent message, AgentLink link) throws InterruptedException {
    queue.put(new Asked.Heard(message, link));
  }

  /// One turn: waits for something to do, at most until the next deadline, and does it.
  ///
  /// @throws StoreFailure if it could not be made durable; then nobody was told anything, and the
  ///   loop turns no more: what it remembers of the batch never happened
  public void step() throws InterruptedException {
    if (failure != null) {
      throw failure;
    }
    List<Asked> asked = new ArrayList<>();
    Asked first = queue.poll(timetable.patience(now()).toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      asked.add(first);
      queue.drainTo(asked, LARGEST_BATCH);
    }
    try {
      turn(asked);
    } catch (RuntimeException | Error e) {
      throw stop(asked, e);
    }
  }

  private void turn(List<Asked> asked) {
    timetable.turn(now());
    var batch = new Batch();
    asked.forEach(one -> hear(batch, one));
    tick(batch);
    dispatch(batch);
    if (!batch.isEmpty()) {
      store.commit(batch.changes(), delivered);
      delivered.clear();
      release(batch);
    }
  }

  /// The loop turns no more: whoever waits for an answer is told so.
  private StoreFailure stop(List<Asked> asked, Throwable cause) {
    StoreFailure stopped =
        cause instanceof StoreFailure known
            ? known
            : new StoreFailure("internal error: " + cause, cause);
    failure = stopped;
    queue.drainTo(asked);
    asked.forEach(one -> one.fail(stopped));
    return stopped;
  }

  /// Forgets what has been delivered, so that a clean end leaves no effects behind.
  public void settle() {
    if (!delivered.isEmpty()) {
      store.commit(List.of(), delivered);
      delivered.clear();
    }
  }

  private void hear(Batch batch, Asked asked) {
    switch (asked) {
      case Asked.Create(var run, var reply) -> {
        Decision decision = engine.decide(run, new Command.StartPlanning(), now());
        stage(batch, decision);
        batch.reply(() -> reply.complete(decision));
      }
      case Asked.Of(var id, var command, var reply) -> {
        Decision decision = decide(batch, id, command);
        batch.reply(() -> reply.complete(decision));
      }
      case Asked.Heard(AgentRegister register, var link) -> {
        agents.register(register, link);
        var ack =
            new RegisterAck(register.agentId(), (int) heartbeat.toSeconds(), now().toString());
        batch.reply(() -> link.send(ack));
      }
      case Asked.Heard(AgentDraining _, _) -> {} // it rejects what it is given
      case Asked.Heard(UnderLease message, var link) -> hear(batch, message, link);
    }
  }

  private void hear(Batch batch, UnderLease message, AgentLink link) {
    String leaseId = message.leaseId();
    Optional<Run> run = run(batch, new RunId(message.runId()));
    Optional<LeaseRef> lease = run.flatMap(known -> desk.lease(known, message));
    if (lease.isEmpty()) {
      batch.reply(() -> link.send(new LeaseStale(leaseId, "unknown", "none")));
      return;
    }
    boolean isLive = AgentDesk.isLive(run.get(), lease.get());
    if (message instanceof Numbered numbered
        && (isLive || sequences.order(leaseId, numbered.seq()) == Sequences.Order.REPEATED)) {
      switch (sequences.order(leaseId, numbered.seq())) {
        case REPEATED -> {
          batch.reply(() -> AgentDesk.acknowledge(numbered, link));
          return;
        }
        case AFTER_A_GAP -> {
          long from = sequences.expected(leaseId);
          batch.reply(() -> link.send(new Resend(leaseId, from)));
          return;
        }
        case NEXT -> {} // numbered below, once it is known to have been heeded
      }
    }
    String agent = agents.idOf(link).orElse("unknown");
    if (message instanceof JobReject) {
      agents.rejected(agent, now());
    }
    Optional<Command> command = AgentDesk.command(message, lease.get(), Actor.agent(agent));
    if (command.isEmpty()) {
      batch.reply(() -> link.close("a message with a value that it cannot have"));
      return;
    }
    Decision decision = decide(batch, run.get().id(), command.get());
    if (message instanceof Numbered numbered && AgentDesk.isHeeded(decision, message)) {
      sequences.accepted(leaseId, numbered.seq());
    }
    batch.reply(() -> desk.answer(decision, message, link));
  }

  private void tick(Batch batch) {
    for (RunId id : timetable.ripe(now())) {
      if (!(decide(batch, id, new Command.Tick(timetable.servedSince()))
          instanceof Decision.Accepted)) {
        timetable.postpone(id, now());
      }
    }
  }

  private void dispatch(Batch batch) {
    for (var grant = dispatcher.next(now()); grant.isPresent(); grant = dispatcher.next(now())) {
      if (!(decide(batch, grant.get().run(), grant.get().command()) instanceof Decision.Accepted)) {
        dispatcher.forget(grant.get()); // it is not what it was; asking again would not change that
      }
    }
  }

  private Decision decide(Batch batch, RunId id, Command command) {
    Optional<Run> run = run(batch, id);
    if (run.isEmpty()) {
      return new Decision.Refused(new Refusal(Refusal.Code.UNKNOWN, "there is no run " + id));
    }
    Decision decision = engine.decide(run.get(), command, now());
    stage(batch, decision);
    return decision;
  }

  private void stage(Batch batch, Decision decision) {
    if (decision instanceof Decision.Accepted(var run, var transitions, var effects)) {
      var change = new Change(run, transitions, effects, now(), engine.nextDue(run));
      batch.add(change);
      dispatcher.learn(change);
    }
  }

  private Optional<Run> run(Batch batch, RunId id) {
    return batch.run(id).or(() -> Optional.ofNullable(runs.get(id))).or(() -> store.run(id));
  }

  /// It is durable: the cache moves on, and the world is told.
  private void release(Batch batch) {
    batch.runs().values().forEach(this::remember);
    for (Change change : batch.changes()) {
      change.effects().forEach(effect -> deliver(change.run(), effect));
      if (!change.effects().isEmpty()) {
        delivered.add(new DeliveredEffects(change.run().id(), change.run().version()));
      }
      observer.changed(change);
    }
    batch.replies().forEach(Runnable::run);
  }

  /// A run as the batch leaves it: earlier changes of the same batch may have had deadlines that
  /// the last one took away.
  private void remember(Run run) {
    if (run.isOver()) {
      runs.remove(run.id());
      timetable.forget(run.id());
    } else {
      runs.put(run.id(), run);
      engine.nextDue(run).ifPresent(next -> timetable.expect(run.id(), next));
    }
  }

  private void deliver(Run run, Effect effect) {
    agents.link(effect.agent()).ifPresent(link -> link.send(deliveries.message(run, effect)));
  }

  /// Milliseconds, as the store keeps them: what is replayed equals what was decided.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
