package dev.pawl.core.engine;

import dev.pawl.core.plan.GroupRule;

/// Concurrency groups, as a story asks for them.
final class Groups {

  /// One at a time; all wait.
  static GroupRule group(String key) {
    return GroupRule.of(key);
  }

  static GroupRule group(String key, int max) {
    return new GroupRule(key, false, max, false, GroupRule.Queue.MAX);
  }

  static GroupRule newest(String key) {
    return new GroupRule(key, false, 1, false, GroupRule.Queue.NEWEST);
  }

  static GroupRule cancelInProgress(String key) {
    return cancelInProgress(key, 1);
  }

  static GroupRule cancelInProgress(String key, int max) {
    return new GroupRule(key, false, max, true, GroupRule.Queue.MAX);
  }

  /// The agent finds the key out.
  static GroupRule groupCommand() {
    return new GroupRule("./which-group", true, 1, false, GroupRule.Queue.MAX);
  }

  static GroupRule groupCommandCancellingInProgress() {
    return new GroupRule("./which-group", true, 1, true, GroupRule.Queue.MAX);
  }

  private Groups() {}
}
