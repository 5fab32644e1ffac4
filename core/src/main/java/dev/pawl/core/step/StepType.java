package dev.pawl.core.step;

import java.util.Optional;

/// The type of a step of an attempt: one of the job's own, or a hook.
public enum StepType {
  STEP("step"),
  ON_CANCEL("hook:onCancel"),
  CLEANUP("hook:cleanup"),
  ON_SUCCESS("hook:onSuccess"),
  ON_FAILURE("hook:onFailure"),
  BEFORE_STEP("hook:beforeStep"),
  AFTER_STEP("hook:afterStep");

  private final String wireName;

  StepType(String wireName) {
    this.wireName = wireName;
  }

  /// The name in the protocol and in the store.
  public String wireName() {
    return wireName;
  }

  /// The display name of a hook, which has no name in the plan: `onCancel hook`.
  public String title() {
    return wireName.substring(wireName.indexOf(':') + 1) + " hook";
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
