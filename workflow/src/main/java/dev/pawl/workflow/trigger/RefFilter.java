package dev.pawl.workflow.trigger;

/// The filters of branches or of tags of a trigger: the included ones, or the ignored ones.
///
/// Invariant: at most one of both has patterns.
record RefFilter(PatternList wanted, PatternList ignored) {

  boolean isEmpty() {
    return wanted.isEmpty() && ignored.isEmpty();
  }

  TriggerMatch match(String name) {
    if (!wanted.isEmpty()) {
      return wanted
          .including(name)
          .map(pattern -> TriggerMatch.yes(name + " matches " + wanted.describe(pattern)))
          .orElseGet(() -> TriggerMatch.no(unwanted(name)));
    }
    if (!ignored.isEmpty()) {
      return ignored
          .including(name)
          .map(pattern -> TriggerMatch.no(name + " matches " + ignored.describe(pattern)))
          .orElseGet(() -> TriggerMatch.yes(name + " is not in " + ignored));
    }
    return TriggerMatch.UNASKED;
  }

  private String unwanted(String name) {
    return wanted
        .deciding(name)
        .map(pattern -> name + " is taken out by " + wanted.describe(pattern))
        .orElse(name + " does not match " + wanted);
  }
}
