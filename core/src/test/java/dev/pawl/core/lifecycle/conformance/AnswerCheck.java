package dev.pawl.core.lifecycle.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Compares the answers of a machine and of the specification for every pair of a state and an
/// event.
final class AnswerCheck {

  /// Answers `moves to <state>`, `late, <reason>` or `refused`.
  interface Answers {
    String to(String state, String event);
  }

  static List<String> findings(MachineTable spec, MachineTable ours) {
    var events = Stream.concat(spec.events().stream(), ours.events().stream()).distinct().toList();
    return findings(spec, events, ours::answer);
  }

  static List<String> findings(MachineTable spec, List<String> events, Answers answers) {
    List<String> findings = new ArrayList<>();
    for (String state : spec.states()) {
      for (String event : events) {
        String specified = spec.answer(state, event);
        String actual = answers.to(state, event);
        if (!specified.equals(actual)) {
          findings.add(
              "%s: to %s %s the answer is '%s', specified '%s'"
                  .formatted(spec.name(), state, event, actual, specified));
        }
      }
    }
    return findings;
  }

  private AnswerCheck() {}
}
