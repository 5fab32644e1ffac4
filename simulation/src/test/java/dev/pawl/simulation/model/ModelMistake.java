package dev.pawl.simulation.model;

import java.util.List;

/// A deliberate mistake of the model, and the property that it violates.
///
/// @param name the value of the constant `Wrong`
/// @param model the configuration in which it shows
/// @param kind how a configuration declares what breaks
/// @param broken what must be reported as violated
record ModelMistake(String name, String model, String kind, String broken) {

  // spotless:off
  static final List<ModelMistake> ALL = List.of(
      new ModelMistake("any lease is believed",               "Requeue", "INVARIANT", "LateMovesNothing"),
      new ModelMistake("any lease is believed",               "Requeue", "INVARIANT", "HeldExactlyUnderALease"),
      new ModelMistake("a paused agent is not fenced",        "Short",   "INVARIANT", "OneProcess"),
      new ModelMistake("a paused agent is not fenced",        "Short",   "INVARIANT", "NoProcessOutlivesItsLease"),
      new ModelMistake("a late answer starts a process",      "Short",   "INVARIANT", "OneProcess"),
      new ModelMistake("a lease is given up before its process is gone", "Short", "INVARIANT", "OneProcess"),
      new ModelMistake("the fence counts from the answer",    "Retry",   "INVARIANT", "OneProcess"),
      new ModelMistake("the fence counts from start",         "Short",   "INVARIANT", "OneProcess"),
      new ModelMistake("there is no margin",                  "Short",   "INVARIANT", "OneProcess"),
      new ModelMistake("what was revoked is retried at once", "Short",   "INVARIANT", "OneProcess"),
      new ModelMistake("a process does not wait for START",   "Requeue", "INVARIANT", "NoProcessWithoutStart"),
      new ModelMistake("a leased attempt is leased again",    "Requeue", "INVARIANT", "OneLiveLease"),
      new ModelMistake("a result is always taken",            "Short",   "INVARIANT", "OneOutcome"),
      new ModelMistake("a result is always taken",            "Short",   "PROPERTY",  "EndsAreFinal"),
      new ModelMistake("a cancel forgets the queue",          "Requeue", "PROPERTY",  "NothingLeasedAfterCancel"),
      new ModelMistake("a cancel has no deadline",            "Requeue", "PROPERTY",  "CancelledRunEnds"));
  // spotless:on

  /// The configuration with this mistake, which checks only the property that it violates.
  String in(String configuration) {
    return configuration
            .substring(0, configuration.indexOf("INVARIANTS"))
            .replace("\"nothing\"", '"' + name + '"')
        + "%s %s\nCHECK_DEADLOCK FALSE\n".formatted(kind, broken);
  }

  @Override
  public String toString() {
    return name + ": " + broken;
  }
}
