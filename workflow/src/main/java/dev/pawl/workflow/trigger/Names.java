package dev.pawl.workflow.trigger;

import java.util.Optional;

/// What a trigger says of branches, or of tags: which ones, or which ones not.
///
/// Invariant: at most one of both has patterns.
record Names(Filter wanted, Filter ignored) {

  boolean isUnasked() {
    return wanted.isEmpty() && ignored.isEmpty();
  }

  Match match(String name) {
    if (isUnasked()) {
      return Match.yes("");
    }
    Filter asked = wanted.isEmpty() ? ignored : wanted;
    Optional<FilterPattern> pattern = asked.letting(name);
    if (asked.equals(ignored)) {
      return pattern
          .map(found -> Match.no(name + " matches " + ignored.with(found)))
          .orElseGet(() -> Match.yes(name + " is not in " + ignored));
    }
    return pattern
        .map(found -> Match.yes(name + " matches " + wanted.with(found)))
        .orElseGet(() -> Match.no(unwanted(name)));
  }

  private String unwanted(String name) {
    return wanted
        .deciding(name)
        .map(pattern -> name + " is taken out by " + wanted.with(pattern))
        .orElse(name + " does not match " + wanted);
  }
}
