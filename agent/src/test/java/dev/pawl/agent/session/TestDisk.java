package dev.pawl.agent.session;

import dev.pawl.protocol.FromAgent;
import dev.pawl.protocol.FromAgent.JobLost;
import dev.pawl.protocol.FromAgent.Numbered;
import java.util.ArrayList;
import java.util.List;

/// Keeps facts in the order in which they come, while it is not full.
class TestDisk implements Memory {

  private final List<Fact> facts = new ArrayList<>();
  boolean isFull;

  @Override
  public Recollection recalled() {
    var remembered = new Remembered();
    facts.forEach(fact -> remembered.learn(fact, 1));
    return remembered.recollection();
  }

  @Override
  public boolean hasRoom() {
    return !isFull;
  }

  @Override
  public boolean keep(List<? extends Fact> more) {
    return !isFull && facts.addAll(more);
  }

  @Override
  public void note(Fact fact) {
    if (!isFull) {
      facts.add(fact);
    }
  }

  /// Whether it need not be kept, or is: that an agent was restarted follows from what is.
  boolean has(FromAgent message) {
    return !(message instanceof Numbered numbered)
        || message instanceof JobLost
        || facts.contains(new Fact.Said(numbered));
  }
}
