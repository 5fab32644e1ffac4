package dev.pawl.simulation.world;

import dev.pawl.protocol.Codec;
import dev.pawl.protocol.FromAgent;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.LogFrame;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.judge.Judge;
import dev.pawl.simulation.judge.ProcessLedger;
import dev.pawl.simulation.mutants.WrongAnswers;
import dev.pawl.simulation.scenario.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who is connected with whom, how long messages take, and what becomes of them.
public final class Network {

  private final Timeline timeline;
  private final Faults faults;
  private final Chance chance;
  private final Trace trace;
  private final ProcessLedger ledger;
  private final Judge judge;
  private final OwedDispatches owed;
  private final @Nullable WrongAnswers wrongly;
  private final boolean isEncoded;
  private final List<SimulatedOrchestrator> orchestrators;
  private final List<Connection> connections = new ArrayList<>();
  private final Map<NetworkedAgent, Long> cutOffUntil = new LinkedHashMap<>();
  private final Map<NetworkedAgent, SimulatedOrchestrator> lastSeen = new LinkedHashMap<>();

  Network(World world, Chance chance, List<SimulatedOrchestrator> orchestrators, boolean encoded) {
    this.timeline = world.timeline();
    this.faults = world.faults();
    this.trace = world.trace();
    this.ledger = world.ledger();
    this.judge = world.judge();
    this.owed = world.owed();
    this.wrongly = world.mutant() == null ? null : new WrongAnswers(world.mutant());
    this.chance = chance;
    this.orchestrators = orchestrators;
    this.isEncoded = encoded;
  }

  /// Tries to connect an agent; nobody may be there.
  public Optional<Connection> dial(NetworkedAgent agent) {
    List<SimulatedOrchestrator> alive =
        orchestrators.stream().filter(SimulatedOrchestrator::isAlive).toList();
    if (alive.isEmpty() || timeline.now() < cutOffUntil.getOrDefault(agent, 0L)) {
      return Optional.empty();
    }
    SimulatedOrchestrator before = lastSeen.get(agent);
    boolean isElsewhere =
        before != null
            && alive.size() > 1
            && faults.mayHappen(Fault.RECONNECT_ELSEWHERE)
            && chance.percent(40)
            && faults.fires(Fault.RECONNECT_ELSEWHERE);
    SimulatedOrchestrator to =
        before != null && alive.contains(before) && !isElsewhere ? before : chance.oneOf(alive);
    lastSeen.put(agent, to);
    var connection = new Connection(this, agent, to);
    to.connected(connection);
    connections.removeIf(one -> !one.isOpen());
    connections.add(connection);
    trace.say("%s connects to %s", agent, to);
    return Optional.of(connection);
  }

  /// When something that is sent now arrives, on a link on which the last thing arrives at `last`.
  long arrival(Connection connection, long last, long blockedUntil) {
    long delay = chance.between(1, 15);
    if (faults.mayHappen(Fault.REORDER) && chance.oneIn(40) && faults.fires(Fault.REORDER)) {
      delay += chance.between(20, 400);
    }
    if (faults.mayHappen(Fault.DELAY) && chance.oneIn(200) && faults.fires(Fault.DELAY)) {
      delay += chance.heavyTail(500, 200_000);
    }
    if (faults.mayHappen(Fault.CONNECTION_LOST)
        && chance.oneIn(400)
        && faults.fires(Fault.CONNECTION_LOST)) {
      // What was sent just before it is lost too.
      in(chance.between(0, 20), connection::lose);
    }
    return Math.max(Math.max(timeline.now() + delay, last), blockedUntil);
  }

  /// How much longer it takes. What a job came to may be stuck until its agent counts as gone: then
  /// it is the first word of it again, which chance alone would hardly ever make it.
  long stuck(FromAgent message) {
    boolean isStuck =
        message instanceof FromAgent.JobComplete
            && faults.mayHappen(Fault.DELAY)
            && chance.oneIn(25)
            && faults.fires(Fault.DELAY);
    return isStuck ? chance.between(30_000, 90_000) : 0;
  }

  boolean isTwice() {
    return faults.mayHappen(Fault.DUPLICATE) && chance.oneIn(60) && faults.fires(Fault.DUPLICATE);
  }

  /// Nothing comes through for a while, to or from one agent.
  void partition(NetworkedAgent agent, boolean up, boolean down, long millis) {
    long until = timeline.now() + millis;
    if (up && down) {
      cutOffUntil.put(agent, until);
    }
    for (Connection connection : connections) {
      if (connection.isOpen() && connection.isOf(agent)) {
        connection.block(up, down, until);
        if (chance.percent(50)) {
          in(chance.between(1_000, millis), connection::lose);
        }
      }
    }
  }

  /// The network is as it should be from now on.
  void heal() {
    cutOffUntil.clear();
    connections.forEach(Connection::unblock);
  }

  void loseOne() {
    List<Connection> open = connections.stream().filter(Connection::isOpen).toList();
    if (!open.isEmpty()) {
      chance.oneOf(open).lose();
    }
  }

  /// Whether it leaves at all.
  boolean isSent(FromServer message) {
    if (!(message instanceof FromServer.JobDispatch dispatch)) {
      return true;
    }
    String lease = dispatch.leaseId();
    if (wrongly != null && owed.has(lease) && wrongly.swallowsWhatNothingKeeps()) {
      return false;
    }
    owed.sent(lease);
    return true;
  }

  /// What an orchestrator says to an agent leaves now.
  FromServer answered(NetworkedAgent agent, FromServer message) {
    FromServer said = wrongly == null ? message : wrongly.said(message);
    judge.answered(agent.name(), said);
    return isEncoded ? (FromServer) Codec.decode(Codec.encode(said)).orElseThrow() : said;
  }

  FromAgent carried(FromAgent message) {
    return isEncoded ? (FromAgent) Codec.decode(Codec.encode(message)).orElseThrow() : message;
  }

  LogFrame carried(LogFrame frame) {
    return isEncoded ? LogFrame.decode(frame.encode()) : frame;
  }

  void said(NetworkedAgent agent, FromAgent message) {
    ledger.said(agent, message);
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
