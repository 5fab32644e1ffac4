package dev.pawl.simulation.mutants;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import java.util.ArrayList;
import java.util.List;

/// Commits whose journal entries are written mutation.
public final class CommitMutations {

  public static Commit by(Mutant mutant, Commit commit) {
    return switch (mutant) {
      case SKIPS_A_SEQUENCE_NUMBER, LOSES_A_LINE, TWO_OUTCOMES ->
          commit.with(commit.changes().stream().map(change -> change(mutant, change)).toList());
      default -> commit;
    };
  }

  private static Change change(Mutant mutant, Change change) {
    Revision first = change.revisions().getFirst();
    if (!(first.after() instanceof Run run) || first.transitions().isEmpty()) {
      return change;
    }
    List<Revision> revisions = new ArrayList<>(change.revisions());
    revisions.set(0, revision(mutant, run, first.transitions()));
    Decision.Accepted decision = change.decision();
    return new Change(
        new Decision.Accepted(revisions, decision.reads(), decision.effects(), decision.renewed()),
        change.at(),
        change.nextDue(),
        change.unrenewedLeases(),
        change.triggerKey());
  }

  private static Revision revision(Mutant mutant, Run run, List<Transition> lines) {
    return switch (mutant) {
      case SKIPS_A_SEQUENCE_NUMBER -> new Revision(run.committed(), lines);
      case LOSES_A_LINE -> new Revision(run, lines.subList(0, lines.size() - 1));
      default -> new Revision(run, twice(lines));
    };
  }

  private static List<Transition> twice(List<Transition> lines) {
    List<Transition> more = new ArrayList<>(lines);
    for (Transition line : lines) {
      if (line.machine().equals("attempt") && line.event().equals("SUCCEED")) {
        more.add(line);
      }
    }
    return more;
  }

  private CommitMutations() {}
}
