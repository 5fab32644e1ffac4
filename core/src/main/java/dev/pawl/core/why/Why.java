package dev.pawl.core.why;

import dev.pawl.core.lifecycle.Standing;
import java.util.List;
import java.util.Optional;

/// Why something is where it is, and what happens next.
///
/// @param standing phase, reason and message, as every answer has them
/// @param facts what is behind it
/// @param next what time alone will do, if anything
public record Why(Standing standing, List<Fact> facts, Optional<Next> next) {

  public Why {
    facts = List.copyOf(facts);
  }
}
