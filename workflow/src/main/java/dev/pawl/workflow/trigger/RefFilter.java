package dev.pawl.workflow.trigger;

/// The filters of branches or of tags of a trigger: the included ones, or the ignored ones.
///
/// Invariant: at most one of both has patterns.
record RefFilter(PatternList included, PatternList ignored) {

  boolean isEmpty() {
    return included.isEmpty() && ignored.isEmpty();
  }

  TriggerMatch match(String name) {
    if (!included.isEmpty()) {
      return included
          .including(name)
          .map(pattern -> TriggerMatch.yes(name + " matches " + included.describe(pattern)))
          .orElseGet(() -> TriggerMatch.no(notIncluded(name)));
    }
    if (!ignored.isEmpty()) {
      return ignored
          .including(name)
          .map(pattern -> TriggerMatch.no(name + " matches " + ignored.describe(pattern)))
          .orElseGet(() -> TriggerMatch.yes(name + " is not in " + ignored));
    }
    return TriggerMatch.NOT_FILTERED;
  }

  private String notIncluded(String name) {
    return included
        .deciding(name)
        .map(pattern -> name + " is excluded by " + included.describe(pattern))
        .orElse(name + " does not match " + included);
  }
}
