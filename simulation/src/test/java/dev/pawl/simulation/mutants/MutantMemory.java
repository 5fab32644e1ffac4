package dev.pawl.simulation.mutants;

import dev.pawl.agent.session.AgentSpool;
import dev.pawl.agent.session.SpoolRecord;
import dev.pawl.agent.session.SpoolSnapshot;
import dev.pawl.agent.session.SpoolSnapshot.UnsettledLease;
import java.util.List;

/// An agent's spool that forgets, or claims to have stored.
public record MutantMemory(AgentSpool memory, Mutant mutant) implements AgentSpool {

  @Override
  public SpoolSnapshot restored() {
    SpoolSnapshot all = memory.restored();
    return switch (mutant) {
      case FORGETS_ITS_SEEN_LEASES -> new SpoolSnapshot(List.of(), all.unsettled());
      case FORGETS_AN_UNACKNOWLEDGED_END ->
          new SpoolSnapshot(
              all.seen(), all.unsettled().stream().map(MutantMemory::unended).toList());
      default -> all;
    };
  }

  private static UnsettledLease unended(UnsettledLease lease) {
    int said = lease.unacknowledged().size();
    return lease.isEnded()
        ? new UnsettledLease(
            lease.lease(), lease.last() - 1, lease.unacknowledged().subList(0, said - 1))
        : lease;
  }

  @Override
  public boolean hasRoom() {
    return memory.hasRoom();
  }

  @Override
  public boolean append(List<? extends SpoolRecord> facts) {
    return memory.append(facts) || mutant == Mutant.SPEAKS_BEFORE_IT_KEEPS;
  }

  @Override
  public void appendIfPossible(SpoolRecord fact) {
    memory.appendIfPossible(fact);
  }
}
