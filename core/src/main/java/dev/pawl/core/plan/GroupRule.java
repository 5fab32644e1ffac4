package dev.pawl.core.plan;

/// The concurrency group that a workflow or a job asks for.
///
/// @param key the group; if `isCommand`, the command by which the agent computes it
/// @param max the number of places
/// @param cancelInProgress whether a newcomer cancels older holders
/// @param queue which members may wait
public record GroupRule(
    String key, boolean isCommand, int max, boolean cancelInProgress, Queue queue) {

  /// The members that may wait for a place.
  public enum Queue {
    /// All, oldest first.
    MAX,
    /// One: a newer one replaces it.
    NEWEST
  }

  public GroupRule {
    if (max < 1) {
      throw new IllegalArgumentException("a group needs at least one place, not " + max);
    }
  }

  public static GroupRule of(String key) {
    return new GroupRule(key, false, 1, false, Queue.MAX);
  }
}
