package dev.pawl.core.engine;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.List;

/// What a command came to.
public sealed interface Decision {

  /// It happened, once this is committed.
  ///
  /// @param revisions what it writes: the aggregate that was asked, first, and what it touched
  /// @param reads the versions of what else it was decided by
  /// @param effects what the world is to be told
  /// @param renewed leases of the run whose liveness moved, which the journal does not tell
  record Accepted(
      List<Revision> revisions, List<Read> reads, List<Effect> effects, List<LeaseRef> renewed)
      implements Decision {
    public Accepted {
      revisions = List.copyOf(revisions);
      reads = List.copyOf(reads);
      effects = List.copyOf(effects);
      renewed = List.copyOf(renewed);
    }

    /// The run that was asked.
    public Run run() {
      return (Run) revisions.getFirst().after();
    }

    /// The lines of all that it writes.
    public List<Transition> transitions() {
      if (revisions.size() == 1) {
        return revisions.getFirst().transitions();
      }
      List<Transition> all = new ArrayList<>();
      revisions.forEach(revision -> all.addAll(revision.transitions()));
      return all;
    }
  }

  /// What was read and must not have changed.
  record Read(Aggregate.Kind kind, String key, long version) {}

  /// An expected race: nothing changes, and nobody did wrong.
  record Late(String reason) implements Decision {}

  /// It may not be.
  record Refused(Refusal refusal) implements Decision {}
}
