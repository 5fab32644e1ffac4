package dev.pawl.simulation.world;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.simulation.invariants.InvariantChecker;
import dev.pawl.simulation.invariants.ProcessMonitor;
import dev.pawl.simulation.mutants.ReplyMutations;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.FaultKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The network: connections, delays, losses, duplicates and partitions.
public final class SimulatedNetwork {

  private final Timeline timeline;
  private final FaultInjector faults;
  private final RandomStream chance;
  private final Trace trace;
  private final ProcessMonitor processes;
  private final InvariantChecker checker;
  private final UnsentDispatches unsent;
  private final @Nullable ReplyMutations mutation;
  private final boolean isEncoded;
  private final List<SimulatedOrchestrator> orchestrators;
  private final List<SimulatedConnection> connections = new ArrayList<>();
  private final Map<NetworkedAgent, Long> cutOffUntil = new LinkedHashMap<>();
  private final Map<NetworkedAgent, SimulatedOrchestrator> lastSeen = new LinkedHashMap<>();

  SimulatedNetwork(
      Simulation world,
      RandomStream chance,
      List<SimulatedOrchestrator> orchestrators,
      boolean encoded) {
    this.timeline = world.timeline();
    this.faults = world.faults();
    this.trace = world.trace();
    this.processes = world.processes();
    this.checker = world.checker();
    this.unsent = world.unsent();
    this.mutation = world.mutant() == null ? null : new ReplyMutations(world.mutant());
    this.chance = chance;
    this.orchestrators = orchestrators;
    this.isEncoded = encoded;
  }

  /// Connects an agent to some orchestrator that is up, if there is one.
  public Optional<SimulatedConnection> dial(NetworkedAgent agent) {
    List<SimulatedOrchestrator> alive =
        orchestrators.stream().filter(SimulatedOrchestrator::isAlive).toList();
    if (alive.isEmpty() || timeline.now() < cutOffUntil.getOrDefault(agent, 0L)) {
      return Optional.empty();
    }
    SimulatedOrchestrator before = lastSeen.get(agent);
    boolean isElsewhere =
        before != null
            && alive.size() > 1
            && faults.mayHappen(FaultKind.RECONNECT_ELSEWHERE)
            && chance.percent(40)
            && faults.fires(FaultKind.RECONNECT_ELSEWHERE);
    SimulatedOrchestrator to =
        before != null && alive.contains(before) && !isElsewhere ? before : chance.oneOf(alive);
    lastSeen.put(agent, to);
    var connection = new SimulatedConnection(this, agent, to);
    to.connected(connection);
    connections.removeIf(one -> !one.isOpen());
    connections.add(connection);
    trace.say("%s connects to %s", agent, to);
    return Optional.of(connection);
  }

  /// Arrival time of a message that is sent now on a connection whose last message arrives at
  /// `last`.
  long arrival(SimulatedConnection connection, long last, long blockedUntil) {
    long delay = chance.between(1, 15);
    if (faults.mayHappen(FaultKind.REORDER)
        && chance.oneIn(40)
        && faults.fires(FaultKind.REORDER)) {
      delay += chance.between(20, 400);
    }
    if (faults.mayHappen(FaultKind.DELAY) && chance.oneIn(200) && faults.fires(FaultKind.DELAY)) {
      delay += chance.heavyTail(500, 200_000);
    }
    if (faults.mayHappen(FaultKind.CONNECTION_LOST)
        && chance.oneIn(400)
        && faults.fires(FaultKind.CONNECTION_LOST)) {
      // What was sent just before it is lost too.
      in(chance.between(0, 20), connection::lose);
    }
    return Math.max(Math.max(timeline.now() + delay, last), blockedUntil);
  }

  /// Extra delay of a message. A completion may be delayed until its agent counts as disconnected:
  /// then it is the first message after the reconnect, which random delays alone would hardly ever
  /// cause.
  long stuck(AgentMessage message) {
    boolean isStuck =
        message instanceof AgentMessage.JobComplete
            && faults.mayHappen(FaultKind.DELAY)
            && chance.oneIn(25)
            && faults.fires(FaultKind.DELAY);
    return isStuck ? chance.between(30_000, 90_000) : 0;
  }

  boolean isTwice() {
    return faults.mayHappen(FaultKind.DUPLICATE)
        && chance.oneIn(60)
        && faults.fires(FaultKind.DUPLICATE);
  }

  /// Blocks messages from or to one agent for some time.
  void partition(NetworkedAgent agent, boolean up, boolean down, long millis) {
    long until = timeline.now() + millis;
    if (up && down) {
      cutOffUntil.put(agent, until);
    }
    for (SimulatedConnection connection : connections) {
      if (connection.isOpen() && connection.isOf(agent)) {
        connection.block(up, down, until);
        if (chance.percent(50)) {
          in(chance.between(1_000, millis), connection::lose);
        }
      }
    }
  }

  /// Ends all partitions.
  void heal() {
    cutOffUntil.clear();
    connections.forEach(SimulatedConnection::unblock);
  }

  void loseOne() {
    List<SimulatedConnection> open =
        connections.stream().filter(SimulatedConnection::isOpen).toList();
    if (!open.isEmpty()) {
      chance.oneOf(open).lose();
    }
  }

  /// Whether the message is sent at all.
  boolean isSent(ServerMessage message) {
    if (!(message instanceof ServerMessage.JobDispatch dispatch)) {
      return true;
    }
    String lease = dispatch.leaseId();
    if (mutation != null && unsent.has(lease) && mutation.swallowsWhatNothingKeeps()) {
      return false;
    }
    unsent.sent(lease);
    return true;
  }

  /// Passes a reply that leaves an orchestrator now to the invariants.
  ServerMessage answered(NetworkedAgent agent, ServerMessage message) {
    ServerMessage said = mutation == null ? message : mutation.said(message);
    checker.answered(agent.name(), said);
    return isEncoded
        ? (ServerMessage) MessageCodec.decode(MessageCodec.encode(said)).orElseThrow()
        : said;
  }

  AgentMessage carried(AgentMessage message) {
    return isEncoded
        ? (AgentMessage) MessageCodec.decode(MessageCodec.encode(message)).orElseThrow()
        : message;
  }

  LogFrame carried(LogFrame frame) {
    return isEncoded ? LogFrame.decode(frame.encode()) : frame;
  }

  void said(NetworkedAgent agent, AgentMessage message) {
    processes.said(agent, message);
  }

  long untilNoticed() {
    return chance.heavyTail(0, 20_000);
  }

  void at(long millis, Runnable what) {
    timeline.at(millis, what);
  }

  void in(long millis, Runnable what) {
    timeline.in(millis, what);
  }

  Trace trace() {
    return trace;
  }
}
