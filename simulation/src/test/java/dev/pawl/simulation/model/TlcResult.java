package dev.pawl.simulation.model;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Output of TLC. Output that is not recognized is neither success nor violation, so every test
/// fails on it.
record TlcResult(String output) {

  private static final Pattern VIOLATION =
      Pattern.compile("(?m)^Error: (?:Invariant|Action property) (\\w+) is violated");
  private static final Pattern STATES =
      Pattern.compile("(?m)^\\d+ states generated, (\\d+) distinct states found, 0 states left");
  private static final Pattern ACTION = Pattern.compile("(?m)^<(\\w+) line [^>]*>: \\d+:(\\d+)$");

  /// Name for violations that TLC does not name.
  static final String LIVENESS = "a temporal property";

  boolean holds() {
    return output.contains("Model checking completed. No error has been found.");
  }

  /// The violated property; empty if there is none.
  String violated() {
    if (output.contains("Error: Temporal properties were violated.")) {
      return LIVENESS;
    }
    return VIOLATION.matcher(output).results().map(it -> it.group(1)).findFirst().orElse("");
  }

  /// Number of distinct states; 0 unless the search was complete.
  int distinctStates() {
    return STATES
        .matcher(output)
        .results()
        .mapToInt(it -> Integer.parseInt(it.group(1)))
        .max()
        .orElse(0);
  }

  /// The actions of the model that were taken at least once.
  List<String> actionsTaken() {
    return actions().filter(it -> !it.group(2).equals("0")).map(it -> it.group(1)).toList();
  }

  /// The actions of the model that were never taken.
  List<String> actionsNeverTaken() {
    return actions().filter(it -> it.group(2).equals("0")).map(it -> it.group(1)).toList();
  }

  private Stream<MatchResult> actions() {
    return ACTION.matcher(output).results();
  }
}
