package dev.pawl.simulation.agents;

import dev.pawl.agent.session.Fact;
import dev.pawl.agent.session.Memory;
import dev.pawl.agent.session.Recollection;
import dev.pawl.agent.session.Remembered;
import dev.pawl.protocol.FromAgent.Numbered;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.coverage.Homecoming;
import dev.pawl.simulation.judge.Body;
import dev.pawl.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/// The disk of a machine, which outlives the agent on it. It is full at times, with a little room
/// left here and there; and what was written to it last may be gone with the machine.
final class AgentDisk implements Memory {

  /// What was written so long ago is not lost with the machine any more.
  private static final int MOST_FACTS = 2_000;

  private final Body body;
  private final World world;
  private final Chance chance;
  private final List<Fact> facts = new ArrayList<>();
  private long fullUntil;

  AgentDisk(Body body, World world, Chance chance) {
    this.body = body;
    this.world = world;
    this.chance = chance;
  }

  void fill(long millis) {
    fullUntil = Math.max(fullUntil, world.timeline().now() + millis);
  }

  /// The machine died, and with it what was written last, or all of it.
  void lose() {
    int left = chance.oneIn(2) ? 0 : Math.max(0, facts.size() - chance.between(1, 20));
    world
        .trace()
        .say("%s loses %d of the %d facts on its disk", body, facts.size() - left, facts.size());
    facts.subList(left, facts.size()).clear();
    world.words().forgets(body);
    facts.forEach(this::isKept);
  }

  @Override
  public Recollection recalled() {
    Recollection recalled = remembered().recollection();
    for (Recollection.InHand lease : recalled.inHand()) {
      world.coverage().cameBack(lease.isEnded() ? Homecoming.ENDED : Homecoming.IN_THE_MIDDLE);
      if (!lease.unacknowledged().isEmpty()) {
        world.coverage().cameBack(Homecoming.UNACKNOWLEDGED);
      }
    }
    return recalled;
  }

  private Remembered remembered() {
    var remembered = new Remembered();
    facts.forEach(fact -> remembered.learn(fact, 1));
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
  public boolean keep(List<? extends Fact> more) {
    if (isFull() && !chance.oneIn(4)) {
      world.coverage().cameBack(Homecoming.HELD_UP);
      return false;
    }
    more.forEach(this::write);
    return true;
  }

  @Override
  public void note(Fact fact) {
    if (!isFull()) {
      write(fact);
    }
  }

  private void write(Fact fact) {
    facts.add(fact);
    isKept(fact);
    if (facts.size() > MOST_FACTS) {
      List<Fact> fewest = remembered().facts();
      facts.clear();
      facts.addAll(fewest);
    }
  }

  private void isKept(Fact fact) {
    if (fact instanceof Fact.Said(Numbered message)) {
      world.words().kept(body, message);
    }
  }
}
