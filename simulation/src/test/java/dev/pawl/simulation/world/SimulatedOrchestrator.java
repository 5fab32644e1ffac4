package dev.pawl.simulation.world;

import dev.pawl.core.engine.Decision;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.LogFrame;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.simulation.random.RandomStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A process that runs the production command loop. It can crash, pause and restart.
public final class SimulatedOrchestrator {

  /// Poll interval: long, but short enough that the store does not count as unserved.
  private static final long POLL = 4_000;

  private static final int NEVER = -1;

  /// One turn in so many is followed by a check of collection sizes.
  private static final int MEASURED = 16;

  private final String name;
  private final Simulation world;
  private final Timeline timeline;
  private final SimulatedStore store;
  private final RandomStream chance;
  private final Trace trace;
  private final BiFunction<SimulatedOrchestrator, OrchestratorIdentity, Orchestrator> maker;
  private final PollSchedule polls;
  private final List<SimulatedConnection> connections = new ArrayList<>();
  private final Deque<BacklogEntry> backlog = new ArrayDeque<>();
  private @Nullable Orchestrator orchestrator;
  private @Nullable LogReceiver desk;
  private int incarnation;
  private long turns;
  private int sendsLeft = NEVER;
  private long pausedUntil;
  private long turnAt = Long.MAX_VALUE;

  SimulatedOrchestrator(
      String name,
      Simulation world,
      RandomStream chance,
      BiFunction<SimulatedOrchestrator, OrchestratorIdentity, Orchestrator> maker) {
    this.name = name;
    this.world = world;
    this.timeline = world.timeline();
    this.store = world.store();
    this.trace = world.trace();
    this.polls = world.polls();
    this.chance = chance;
    this.maker = maker;
  }

  void start() {
    incarnation++;
    sendsLeft = NEVER;
    turnAt = Long.MAX_VALUE;
    pausedUntil = timeline.now();
    store.calledBy(null);
    world.notices().starts(this);
    desk = world.desk(this);
    orchestrator = maker.apply(this, new OrchestratorIdentity(name, Integer.toString(incarnation)));
    trace.say("%s starts", name);
    wake(chance.between(1, 50));
  }

  /// The orchestrator, while the process is up.
  Optional<Orchestrator> running() {
    return Optional.ofNullable(orchestrator);
  }

  public boolean isAlive() {
    return orchestrator != null;
  }

  boolean isPaused() {
    return timeline.now() < pausedUntil;
  }

  /// Crashes at once, with its memory and its connections.
  void die() {
    if (orchestrator == null) {
      return;
    }
    trace.say("%s dies", name);
    orchestrator = null;
    turnAt = Long.MAX_VALUE;
    backlog.clear();
    world.disk().died(this);
    List.copyOf(connections).forEach(SimulatedConnection::lose);
    timeline.in(chance.heavyTail(200, 90_000), this::start);
  }

  /// Crashes after that many more messages.
  void dieAfter(int sends) {
    sendsLeft = sends;
  }

  /// Whether it can send a message now; crashes if that was the last one allowed.
  public boolean says() {
    if (orchestrator == null) {
      return false;
    }
    if (sendsLeft == 0) {
      die();
      return false;
    }
    sendsLeft -= sendsLeft > 0 ? 1 : 0;
    return true;
  }

  /// Pauses the process, which then continues without noticing.
  void pause(long millis) {
    if (orchestrator == null) {
      return;
    }
    trace.say("%s stands still for %d ms", name, millis);
    pausedUntil = Math.max(pausedUntil, timeline.now() + millis);
    wake(0);
  }

  void busyFor(long millis) {
    pausedUntil = Math.max(pausedUntil, timeline.now() + millis);
  }

  void connected(SimulatedConnection connection) {
    connections.add(connection);
  }

  void disconnected(SimulatedConnection connection) {
    connections.remove(connection);
  }

  /// The open connection to which it dispatches jobs of the agent.
  Optional<SimulatedConnection> connectionOf(String agent) {
    return connections.stream().filter(one -> one.isOf(agent) && one.isRegistered()).findFirst();
  }

  void heard(AgentMessage message, AgentLink link) {
    tell(it -> it.receive(message, link));
  }

  /// Receives log bytes, which need no turn of the loop. A paused process takes them when it
  /// continues, even if the connection is lost by then.
  void heard(LogFrame frame, String agent, AgentLink link) {
    int life = incarnation;
    if (isPaused()) {
      timeline.at(
          pausedUntil,
          () -> {
            if (life == incarnation && isAlive()) {
              heard(frame, agent, link);
            }
          });
    } else if (desk != null) {
      take(desk, frame, agent, link);
    }
  }

  private void take(LogReceiver it, LogFrame frame, String agent, AgentLink link) {
    try {
      it.receive(agent, world.doctored(frame)).ifPresent(link::send);
    } catch (SimulatedCrash _) {
      // It has said nothing.
    } catch (UncheckedIOException e) {
      link.close("cannot write its log: " + e.getMessage());
    }
  }

  /// The receiver of the logs of connected agents.
  LogReceiver desk() {
    return Objects.requireNonNull(desk);
  }

  /// A notice has arrived, for which its next turn need not wait.
  void noticed() {
    wake(chance.between(2, 150));
  }

  void gone(AgentLink link) {
    tell(it -> it.disconnected(link));
  }

  private interface BacklogEntry {
    void to(Orchestrator orchestrator) throws InterruptedException;
  }

  private void tell(BacklogEntry telling) {
    Orchestrator it = orchestrator;
    if (it != null) {
      backlog.add(telling);
      letIn(it);
      world.sizes().waiting(name, backlog.size());
      wake(chance.between(2, 150));
    }
  }

  /// Passes waiting messages on, as long as the inbox has room.
  private void letIn(Orchestrator it) {
    try {
      while (!backlog.isEmpty() && it.hasRoom()) {
        backlog.remove().to(it);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Submits a command; the answer may never arrive.
  public void ask(
      Function<Orchestrator, CompletableFuture<Decision>> question, Consumer<Decision> answer) {
    Orchestrator it = orchestrator;
    if (it == null) {
      return;
    }
    var _ =
        question
            .apply(it)
            .whenComplete((decision, failure) -> {
              if (failure == null && says()) {
                answer.accept(decision);
              }
            });
    wake(chance.between(2, 150));
  }

  /// Schedules a turn of the loop.
  private void wake(long millis) {
    long at = Math.max(timeline.now() + millis, pausedUntil);
    if (at < turnAt) {
      turnAt = at;
      timeline.at(at, () -> turnIfDue(at));
    }
  }

  private void turnIfDue(long planned) {
    if (planned != turnAt || orchestrator == null) {
      return; // another one was planned before it, or this one died
    }
    turnAt = Long.MAX_VALUE;
    if (isPaused()) {
      wake(0);
      return;
    }
    boolean hasMore = turn(orchestrator) || !backlog.isEmpty();
    if (orchestrator != null) {
      letIn(orchestrator);
      wake(hasMore ? chance.between(1, 40) : polls.untilPoll(POLL));
    }
  }

  private boolean turn(Orchestrator it) {
    store.calledBy(this);
    world.notices().beforeTurn(this);
    try {
      return it.turn();
    } catch (SimulatedCrash _) {
      return false;
    } catch (StoreUnavailable e) {
      trace.say("%s: %s", name, e);
      return false;
    } catch (RuntimeException e) {
      if (isAlive()) {
        world.broke(name, e);
      }
      return false;
    } finally {
      store.calledBy(null);
      if (sendsLeft != NEVER) {
        die();
      } else if (++turns % MEASURED == 0) {
        world.sizes().of(it);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
