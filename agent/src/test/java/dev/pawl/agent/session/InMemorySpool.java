package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.ArrayList;
import java.util.List;

/// A spool in memory, which can be full.
class InMemorySpool implements AgentSpool {

  private final List<SpoolRecord> facts = new ArrayList<>();
  boolean isFull;
  private int appends;

  @Override
  public SpoolSnapshot restored() {
    var remembered = new SpoolContents();
    facts.forEach(fact -> remembered.add(fact, 1));
    return remembered.snapshot();
  }

  @Override
  public boolean hasRoom() {
    return !isFull;
  }

  @Override
  public boolean append(List<? extends SpoolRecord> more) {
    appends++;
    return !isFull && facts.addAll(more);
  }

  /// How often something was to be stored before going on.
  int appends() {
    return appends;
  }

  @Override
  public void appendIfPossible(SpoolRecord fact) {
    if (!isFull) {
      facts.add(fact);
    }
  }

  /// Whether a message is stored, or need not be: that an agent was restarted follows from the
  /// others.
  boolean has(AgentMessage message) {
    return !(message instanceof SequencedMessage numbered)
        || message instanceof JobLost
        || facts.contains(new SpoolRecord.MessageQueued(numbered));
  }
}
