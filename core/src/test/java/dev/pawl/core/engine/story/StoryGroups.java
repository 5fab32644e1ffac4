package dev.pawl.core.engine.story;

import dev.pawl.core.plan.GroupRule;

/// Concurrency groups for stories.
public final class StoryGroups {

  /// One place; all others wait.
  public static GroupRule group(String key) {
    return GroupRule.of(key);
  }

  public static GroupRule group(String key, int max) {
    return new GroupRule(key, false, max, false, GroupRule.Queue.MAX);
  }

  public static GroupRule newest(String key) {
    return new GroupRule(key, false, 1, false, GroupRule.Queue.NEWEST);
  }

  public static GroupRule cancelInProgress(String key) {
    return cancelInProgress(key, 1);
  }

  public static GroupRule cancelInProgress(String key, int max) {
    return new GroupRule(key, false, max, true, GroupRule.Queue.MAX);
  }

  /// The agent computes the key.
  public static GroupRule groupCommand() {
    return new GroupRule("./which-group", true, 1, false, GroupRule.Queue.MAX);
  }

  public static GroupRule groupCommandCancellingInProgress() {
    return new GroupRule("./which-group", true, 1, true, GroupRule.Queue.MAX);
  }

  private StoryGroups() {}
}
