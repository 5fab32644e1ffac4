package dev.pawl.server;

/// How much an orchestrator holds and does at a time. What is beyond stays where it is, in the
/// store or with whoever wants it, and is come back to: so these are about memory and the length of
/// a turn, and about when something happens, but never about what.
///
/// @param inbox what may wait for the loop
/// @param batch what one turn decides, of what has arrived, and how many leases it grants
/// @param page how much of the store is read at once: of the queue, of what is due, of effects
/// @param rescans how many agents, groups and matrices a poll looks at again
/// @param cachedJobs the jobs of all the runs that are cached, with the members of groups
/// @param queuedAttempts how many ready attempts are known here
/// @param blockedAttempts how many of those that others go before
/// @param effects how many effects are in hand, until a commit forgets them
/// @param agents how many agents may be linked here
public record OrchestratorLimits(
    int inbox,
    int batch,
    int page,
    int rescans,
    int cachedJobs,
    int queuedAttempts,
    int blockedAttempts,
    int effects,
    int agents) {

  public OrchestratorLimits {
    if (batch < 2 || effects < 5) {
      throw new IllegalArgumentException("too small for one thing beside another");
    }
  }

  public static final OrchestratorLimits DEFAULT =
      new OrchestratorLimits(10_000, 1_000, 1_000, 100, 500_000, 200_000, 200_000, 50_000, 10_000);

  /// What of a batch is kept for what runs ask of each other, however much arrives.
  public int crossRunShare() {
    return Math.max(1, batch / 10);
  }

  /// Of how many runs reports are on their way to forges: never so many that nothing else is.
  public int reports() {
    return effects / 5;
  }
}
