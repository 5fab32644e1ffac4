package dev.pawl.simulation.agents;

import dev.pawl.agent.session.AgentSpool;
import dev.pawl.agent.session.SpoolContents;
import dev.pawl.agent.session.SpoolRecord;
import dev.pawl.agent.session.SpoolSnapshot;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.simulation.coverage.AgentRestartCase;
import dev.pawl.simulation.monitor.AgentMachine;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.world.Simulation;
import java.util.ArrayList;
import java.util.List;

/// The disk of an agent's machine, which survives a crash of the agent.
///
/// At times it is full, with room for some writes; its last writes may be lost with the machine.
final class SimulatedAgentDisk implements AgentSpool {

  /// Facts beyond this number are compacted, and not lost any more.
  private static final int MOST_FACTS = 2_000;

  private final AgentMachine body;
  private final Simulation world;
  private final RandomStream chance;
  private final List<SpoolRecord> facts = new ArrayList<>();
  private long fullUntil;

  SimulatedAgentDisk(AgentMachine body, Simulation world, RandomStream chance) {
    this.body = body;
    this.world = world;
    this.chance = chance;
  }

  void fill(long millis) {
    fullUntil = Math.max(fullUntil, world.timeline().now() + millis);
  }

  /// Loses the last facts, or all of them.
  void lose() {
    int left = chance.oneIn(2) ? 0 : Math.max(0, facts.size() - chance.between(1, 20));
    world
        .trace()
        .say("%s loses %d of the %d facts on its disk", body, facts.size() - left, facts.size());
    facts.subList(left, facts.size()).clear();
    world.messages().forgets(body);
    facts.forEach(this::isKept);
  }

  @Override
  public SpoolSnapshot restored() {
    SpoolSnapshot recalled = remembered().snapshot();
    for (SpoolSnapshot.UnsettledLease lease : recalled.unsettled()) {
      world
          .coverage()
          .cameBack(lease.isEnded() ? AgentRestartCase.ENDED : AgentRestartCase.IN_THE_MIDDLE);
      if (!lease.unacknowledged().isEmpty()) {
        world.coverage().cameBack(AgentRestartCase.UNACKNOWLEDGED);
      }
    }
    return recalled;
  }

  private SpoolContents remembered() {
    var remembered = new SpoolContents();
    facts.forEach(fact -> remembered.add(fact, 1));
    return remembered;
  }

  @Override
  public boolean hasRoom() {
    return !isFull();
  }

  private boolean isFull() {
    return world.timeline().now() < fullUntil && !world.areFaultsOver();
  }

  @Override
  public boolean append(List<? extends SpoolRecord> more) {
    if (isFull() && !chance.oneIn(4)) {
      world.coverage().cameBack(AgentRestartCase.HELD_UP);
      return false;
    }
    more.forEach(this::write);
    return true;
  }

  @Override
  public void appendIfPossible(SpoolRecord fact) {
    if (!isFull()) {
      write(fact);
    }
  }

  private void write(SpoolRecord fact) {
    facts.add(fact);
    isKept(fact);
    if (facts.size() > MOST_FACTS) {
      List<SpoolRecord> fewest = remembered().records();
      facts.clear();
      facts.addAll(fewest);
    }
  }

  private void isKept(SpoolRecord fact) {
    if (fact instanceof SpoolRecord.MessageQueued(SequencedMessage message)) {
      world.messages().kept(body, message);
    }
  }
}
