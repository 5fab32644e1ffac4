package dev.pawl.server;

/// Limits on what an orchestrator holds in memory and does in a turn. What is beyond them stays in
/// the store, or waits, and is done later: limits change when something happens, never what
/// happens.
///
/// @param inbox requests that may wait for the loop
/// @param batch requests that a turn decides, and leases that it grants
/// @param page rows that are read at once, of the queue, of due runs, of effects
/// @param rescans agents, groups and matrices that a poll checks again
/// @param cachedJobs jobs of all cached runs, with the members of groups
/// @param queuedAttempts queued attempts in memory
/// @param blockedAttempts queued attempts in memory that wait for others
/// @param effects effects that are taken, until a commit discards them
/// @param agents agents that may be connected
/// @param reservation leases of one queue in a turn from which it is reserved for a moment
/// @param dispatchBytes bytes of dispatches that are rendered and not sent, and about as many of
///   those that a turn grants
public record OrchestratorLimits(
    int inbox,
    int batch,
    int page,
    int rescans,
    int cachedJobs,
    int queuedAttempts,
    int blockedAttempts,
    int effects,
    int agents,
    int reservation,
    long dispatchBytes) {

  /// While it is encoded, a dispatch takes several times its size.
  private static final long DISPATCH_BYTES =
      Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

  public OrchestratorLimits {
    if (batch < 2 || effects < 5) {
      throw new IllegalArgumentException("too small for one thing beside another");
    }
  }

  public static final OrchestratorLimits DEFAULT =
      new OrchestratorLimits(
          10_000, 1_000, 1_000, 100, 500_000, 200_000, 200_000, 50_000, 10_000, 64, DISPATCH_BYTES);

  /// The same with another number of leases from which a queue is reserved.
  public OrchestratorLimits reservingFrom(int leases) {
    return new OrchestratorLimits(
        inbox,
        batch,
        page,
        rescans,
        cachedJobs,
        queuedAttempts,
        blockedAttempts,
        effects,
        agents,
        leases,
        dispatchBytes);
  }

  /// Part of a batch that is set aside for effects of one run on another.
  public int crossRunShare() {
    return Math.max(1, batch / 10);
  }

  /// Runs whose reports are being sent to forges at a time.
  public int reports() {
    return effects / 5;
  }
}
