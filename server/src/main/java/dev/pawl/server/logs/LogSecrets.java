package dev.pawl.server.logs;

import dev.pawl.core.mask.PatternAutomaton;
import dev.pawl.core.mask.SecretEncodings;
import dev.pawl.core.mask.TooManySecretsException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// Secrets that must not be in a log, in their usual encodings. The agent has masked them already;
/// one that is old or has a bug has not.
///
/// @param automaton finds them; none if there are no secrets
record LogSecrets(Optional<PatternAutomaton> automaton) {

  static final LogSecrets NOTHING = new LogSecrets(Optional.empty());

  static LogSecrets of(Collection<String> secrets) {
    Set<String> spellings = new LinkedHashSet<>();
    secrets.forEach(secret -> spellings.addAll(SecretEncodings.of(secret)));
    if (spellings.isEmpty()) {
      return NOTHING;
    }
    try {
      return new LogSecrets(Optional.of(new PatternAutomaton(spellings)));
    } catch (TooManySecretsException _) {
      return NOTHING; // its agent cannot either, and fails the job without a word of it
    }
  }
}
