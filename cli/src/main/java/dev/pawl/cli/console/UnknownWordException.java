package dev.pawl.cli.console;

import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// A usage error: an argument that is not one of the known words.
public final class UnknownWordException extends ParameterException {

  private final String word;
  private final List<String> known;

  public UnknownWordException(
      CommandLine command, String what, String word, Collection<String> known) {
    super(command, what);
    this.word = word;
    this.known = List.copyOf(known);
  }

  /// The most similar known word, if one is similar enough.
  public Optional<String> suggestion() {
    return SpellingSuggestion.nearest(word, known);
  }
}
