package dev.pawl.core.why;

import dev.pawl.core.lifecycle.Status;
import java.util.List;
import java.util.Optional;

/// The explanation of a state, and what happens next.
///
/// @param status phase, reason and message, as in every API answer
/// @param facts the facts behind it
/// @param next the next transition by time alone, if there is one
public record Explanation(Status status, List<Fact> facts, Optional<NextTransition> next) {

  public Explanation {
    facts = List.copyOf(facts);
  }
}
