package dev.pawl.core.engine;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.List;

/// The result of deciding a command.
public sealed interface Decision {

  /// The command was accepted; it takes effect once this is committed.
  ///
  /// @param revisions what it writes: first the aggregate that was asked, then the others it
  ///   touches
  /// @param reads the versions of other aggregates that it depends on
  /// @param effects messages to deliver after the commit
  /// @param renewed leases of the run that were renewed, which is not in the journal
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

    /// The journal lines of all revisions.
    public List<Transition> transitions() {
      if (revisions.size() == 1) {
        return revisions.getFirst().transitions();
      }
      List<Transition> all = new ArrayList<>();
      revisions.forEach(revision -> all.addAll(revision.transitions()));
      return all;
    }
  }

  /// The version of an aggregate that was read and must not have changed at the commit.
  record Read(Aggregate.Kind kind, String key, long version) {}

  /// An expected race: nothing changes, and it is no error.
  record Late(String reason) implements Decision {}

  /// The command was refused.
  record Refused(Refusal refusal) implements Decision {}
}
