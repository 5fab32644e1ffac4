package dev.pawl.core.plan;

/// A concurrency group, as a workflow or a job asks for it.
///
/// @param key which group; where `isCommand`, the command by which the agent finds it out
/// @param max how many may hold a place at a time
/// @param cancelInProgress whether a newcomer cancels the older holders
/// @param queue who may wait
public record GroupRule(
    String key, boolean isCommand, int max, boolean cancelInProgress, Queue queue) {

  /// Who may wait for a place.
  public enum Queue {
    /// All, oldest first.
    MAX,
    /// One: a newer one replaces it.
    NEWEST
  }

  public GroupRule {
    if (max < 1) {
      throw new IllegalArgumentException("a group of at least one place, not " + max);
    }
  }

  public static GroupRule of(String key) {
    return new GroupRule(key, false, 1, false, Queue.MAX);
  }
}
