package dev.pawl.workflow.trigger;

/// What a trigger says of branches, or of tags: which ones, or which ones not.
///
/// Invariant: at most one of both has patterns.
record Names(Patterns wanted, Patterns ignored) {

  boolean isUnasked() {
    return wanted.isEmpty() && ignored.isEmpty();
  }

  Match match(String name) {
    if (!wanted.isEmpty()) {
      return wanted
          .letting(name)
          .map(pattern -> Match.yes(name + " matches " + wanted.only(pattern)))
          .orElseGet(() -> Match.no(unwanted(name)));
    }
    if (!ignored.isEmpty()) {
      return ignored
          .letting(name)
          .map(pattern -> Match.no(name + " matches " + ignored.only(pattern)))
          .orElseGet(() -> Match.yes(name + " is not in " + ignored));
    }
    return Match.UNASKED;
  }

  private String unwanted(String name) {
    return wanted
        .deciding(name)
        .map(pattern -> name + " is taken out by " + wanted.only(pattern))
        .orElse(name + " does not match " + wanted);
  }
}
