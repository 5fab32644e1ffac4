package dev.pawl.core.why;

import dev.pawl.core.lifecycle.Status;
import java.util.List;
import java.util.Optional;

/// Why something is where it is, and what happens next.
///
/// @param status phase, reason and message, as every answer has them
/// @param facts what is behind it
/// @param next what time alone will do, if anything
public record Explanation(Status status, List<Fact> facts, Optional<NextTransition> next) {

  public Explanation {
    facts = List.copyOf(facts);
  }
}
