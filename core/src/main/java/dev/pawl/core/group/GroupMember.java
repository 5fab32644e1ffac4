package dev.pawl.core.group;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.GroupRule;

/// A run, or a job of a run, in a concurrency group.
///
/// @param run the run
/// @param repository the run's repository
/// @param number the run's number: a higher one of the same repository is newer
/// @param job the job's index, [#WHOLE_RUN] for the run itself
/// @param attempt the attempt of the job; 0 for the run itself
/// @param arrival its position in the order of arrival
/// @param max the number of places, as this member's rule says
/// @param hasPlace whether it holds a place
/// @param supersededBy the number of the newer run that took its turn; 0 if none did
public record GroupMember(
    RunId run,
    String repository,
    long number,
    int job,
    int attempt,
    long arrival,
    int max,
    boolean hasPlace,
    long supersededBy) {

  /// The value of `job` for a member that is a whole run.
  public static final int WHOLE_RUN = -1;

  public boolean is(RunId run, int job) {
    return this.run.equals(run) && this.job == job;
  }

  /// Whether a newcomer supersedes it: a holder is cancelled, a waiting member loses its turn. Of
  /// runs of two repositories, the newer one is the one that joins later.
  ///
  /// @param newRepository the newcomer's repository
  /// @param newNumber the number of the newcomer's run
  public boolean givesWayTo(GroupRule rule, String newRepository, long newNumber) {
    boolean mustGo =
        hasPlace
            ? rule.cancelInProgress()
            : rule.queue() == GroupRule.Queue.NEWEST && supersededBy == 0;
    return mustGo && (!repository.equals(newRepository) || number < newNumber);
  }

  /// Whether its run is a newer one of the same repository.
  public boolean isNewerThan(String otherRepository, long otherNumber) {
    return repository.equals(otherRepository) && number > otherNumber;
  }

  public GroupMember withPlace(boolean hasPlace) {
    return new GroupMember(
        run, repository, number, job, attempt, arrival, max, hasPlace, supersededBy);
  }

  public GroupMember supersededBy(long newer) {
    return new GroupMember(run, repository, number, job, attempt, arrival, max, hasPlace, newer);
  }
}
