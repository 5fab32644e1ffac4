package dev.pawl.core.step;

import java.util.Optional;

/// The type of a step of an attempt: one of the job's own, or a hook.
public enum StepType {
  STEP("step", "step"),
  ON_CANCEL("hook:onCancel", "onCancel"),
  CLEANUP("hook:cleanup", "cleanup"),
  ON_SUCCESS("hook:onSuccess", "onSuccess"),
  ON_FAILURE("hook:onFailure", "onFailure"),
  BEFORE_STEP("hook:beforeStep", "beforeStep"),
  AFTER_STEP("hook:afterStep", "afterStep");

  private final String wireName;
  private final String word;

  StepType(String wireName, String word) {
    this.wireName = wireName;
    this.word = word;
  }

  /// The name in the protocol and in the store.
  public String wireName() {
    return wireName;
  }

  /// The name in a compound reason: `onCancel hook failed`.
  public String word() {
    return word;
  }

  /// The display name of a hook, which has no name in the plan.
  public String title() {
    return word + " hook";
  }

  public boolean isHook() {
    return this != STEP;
  }

  public boolean isAroundAStep() {
    return this == BEFORE_STEP || this == AFTER_STEP;
  }

  public static Optional<StepType> ofWireName(String name) {
    for (StepType type : values()) {
      if (type.wireName.equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
