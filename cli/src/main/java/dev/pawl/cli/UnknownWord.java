package dev.pawl.cli;

import dev.pawl.workflow.diagnostics.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// An argument that is none of the words it could be.
final class UnknownWord extends ParameterException {

  private final String word;
  private final List<String> known;

  UnknownWord(CommandLine command, String what, String word, Collection<String> known) {
    super(command, what);
    this.word = word;
    this.known = List.copyOf(known);
  }

  /// The word that is nearest, if one is near.
  Optional<String> meant() {
    return Nearest.to(word, known);
  }
}
