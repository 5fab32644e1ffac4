package dev.pawl.core.run;

import dev.pawl.core.group.Group;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.GroupRule;
import java.util.function.Function;

/// Counts the cells of a matrix that start before a job and take up its `max-parallel`.
///
/// These are the cells that are with agents. A job that has yet to join its concurrency group also
/// counts the queued cells that stand in theirs: those whose turn has come, and, if the job would
/// supersede somebody by joining, those that wait as well. So nobody is superseded by, or waits
/// behind, a job that has to wait for another cell.
public final class CellsAhead {

  /// How many cells start before the job and count.
  ///
  /// @param groups the group of each key
  public static int of(Run run, Job job, Function<String, Group> groups) {
    boolean isOutside = job.mustJoinGroup();
    boolean supersedes = isOutside && supersedes(run, job, groups);
    int ahead = 0;
    for (int index : run.graph().matrixCells(job)) {
      Job cell = run.job(index);
      boolean isAhead =
          cell.isWithAgent() || (isOutside && isInGroup(run, cell, supersedes, groups));
      ahead += isAhead ? 1 : 0;
    }
    return ahead;
  }

  private static boolean supersedes(Run run, Job job, Function<String, Group> groups) {
    GroupRule rule = job.planned().policy().group().orElseThrow();
    String key = Group.keyOf(run.origin().repository(), rule.key());
    String repository = run.origin().source().repository();
    return groups.apply(key).members().stream()
        .anyMatch(member -> member.givesWayTo(rule, repository, run.origin().number()));
  }

  private static boolean isInGroup(
      Run run, Job cell, boolean alsoWaiting, Function<String, Group> groups) {
    if (cell.place().isEmpty() || cell.attempt().state() != AttemptState.QUEUED) {
      return false;
    }
    Group group = groups.apply(cell.place().get().group());
    return alsoWaiting || group.member(run.id(), cell.index()).filter(group::admits).isPresent();
  }

  private CellsAhead() {}
}
