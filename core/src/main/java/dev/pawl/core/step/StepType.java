package dev.pawl.core.step;

import java.util.Optional;

/// What a step of an attempt is: one of the job's own, or a hook.
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

  /// As the protocol and the store name it.
  public String wireName() {
    return wireName;
  }

  /// As a compound reason names it: `onCancel hook failed`.
  public String word() {
    return word;
  }

  /// What people call a hook: it is in no plan, and has no other name.
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
