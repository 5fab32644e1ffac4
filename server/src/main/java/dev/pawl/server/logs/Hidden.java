package dev.pawl.server.logs;

import dev.pawl.core.mask.Automaton;
import dev.pawl.core.mask.Spellings;
import dev.pawl.core.mask.TooMuchToMask;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// What must not be in a log: the secrets that its job was given, in the usual ways of writing
/// them. Its agent has masked them already; an agent that is old or broken has not.
///
/// @param automaton finds them; none if there is nothing to hide
record Hidden(Optional<Automaton> automaton) {

  static final Hidden NOTHING = new Hidden(Optional.empty());

  static Hidden of(Collection<String> secrets) {
    Set<String> spellings = new LinkedHashSet<>();
    secrets.forEach(secret -> spellings.addAll(Spellings.of(secret)));
    if (spellings.isEmpty()) {
      return NOTHING;
    }
    try {
      return new Hidden(Optional.of(new Automaton(spellings)));
    } catch (TooMuchToMask _) {
      return NOTHING; // its agent cannot either, and fails the job without a word of it
    }
  }
}
