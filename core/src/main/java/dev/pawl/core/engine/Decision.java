package dev.pawl.core.engine;

import dev.pawl.core.run.Run;
import java.util.List;

/// What a command came to.
public sealed interface Decision {

  /// It happened, once this is committed: the run afterwards, the journal's lines, and what the
  /// world is to be told. No lines where only liveness moved.
  record Accepted(Run run, List<Transition> transitions, List<Effect> effects) implements Decision {
    public Accepted {
      transitions = List.copyOf(transitions);
      effects = List.copyOf(effects);
    }
  }

  /// An expected race: nothing changes, and nobody did wrong.
  record Late(String reason) implements Decision {}

  /// It may not be.
  record Refused(Refusal refusal) implements Decision {}
}
