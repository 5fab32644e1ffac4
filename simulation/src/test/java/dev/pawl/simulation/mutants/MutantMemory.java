package dev.pawl.simulation.mutants;

import dev.pawl.agent.session.Fact;
import dev.pawl.agent.session.Memory;
import dev.pawl.agent.session.Recollection;
import dev.pawl.agent.session.Recollection.InHand;
import java.util.List;

/// A memory that does not know what it should, or says that it does.
public record MutantMemory(Memory memory, Mutant mutant) implements Memory {

  @Override
  public Recollection recalled() {
    Recollection all = memory.recalled();
    return switch (mutant) {
      case FORGETS_ITS_SEEN_LEASES -> new Recollection(List.of(), all.inHand());
      case FORGETS_AN_UNACKNOWLEDGED_END ->
          new Recollection(all.seen(), all.inHand().stream().map(MutantMemory::unended).toList());
      default -> all;
    };
  }

  private static InHand unended(InHand lease) {
    int said = lease.unacknowledged().size();
    return lease.isEnded()
        ? new InHand(lease.lease(), lease.last() - 1, lease.unacknowledged().subList(0, said - 1))
        : lease;
  }

  @Override
  public boolean hasRoom() {
    return memory.hasRoom();
  }

  @Override
  public boolean keep(List<? extends Fact> facts) {
    return memory.keep(facts) || mutant == Mutant.SPEAKS_BEFORE_IT_KEEPS;
  }

  @Override
  public void note(Fact fact) {
    memory.note(fact);
  }
}
