package dev.pawl.simulation.mutants;

import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobCompleteAck;
import java.util.HashSet;
import java.util.Set;

/// Replies to agents that differ from what was decided.
public final class ReplyMutations {

  private final Mutant mutant;
  private final Set<String> answered = new HashSet<>();

  public ReplyMutations(Mutant mutant) {
    this.mutant = mutant;
  }

  /// Whether a dispatch without a stored effect is dropped.
  public boolean swallowsWhatNothingKeeps() {
    return mutant == Mutant.FORGETS_AN_UNKEPT_DISPATCH;
  }

  public ServerMessage said(ServerMessage message) {
    return mutant == Mutant.ANSWERS_A_REPEAT_DIFFERENTLY
            && message instanceof JobCompleteAck(var id, _)
            && !answered.add(id)
        ? new JobCompleteAck(id, false)
        : message;
  }
}
