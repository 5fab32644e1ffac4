package dev.pawl.workflow.diagnostics;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// All that there is to tell about one file.
///
/// Invariant: in the order of the file, at most 50 errors and 50 warnings; `omitted` counts the
/// rest.
public record Diagnostics(SourceText source, List<Diagnostic> all, int omitted) {

  private static final String INDENT = "  ";

  public Diagnostics {
    all = List.copyOf(all);
  }

  static Diagnostics of(
      SourceText source,
      Collection<Diagnostic> errors,
      Collection<Diagnostic> warnings,
      int omitted) {
    List<Diagnostic> ordered =
        Stream.concat(errors.stream(), warnings.stream())
            .sorted(Comparator.comparing(Diagnostic::position))
            .toList();
    return new Diagnostics(source, ordered, omitted);
  }

  public boolean hasErrors() {
    return all.stream().anyMatch(Diagnostic::isError);
  }

  public List<Diagnostic> errors() {
    return all.stream().filter(Diagnostic::isError).toList();
  }

  public List<Diagnostic> warnings() {
    return all.stream().filter(diagnostic -> !diagnostic.isError()).toList();
  }

  /// Plain text as a compiler prints it, each line ended; empty where there is nothing to tell.
  public String render() {
    StringBuilder text = new StringBuilder();
    all.forEach(diagnostic -> text.append(render(diagnostic)));
    if (omitted > 0) {
      text.append(source.file()).append(": ").append(omitted).append(" more not shown\n");
    }
    return text.toString();
  }

  /// One of them with its line, caret and hint.
  public String render(Diagnostic diagnostic) {
    StringBuilder text = new StringBuilder().append(diagnostic).append('\n');
    if (diagnostic.position().line() <= source.lineCount() && source.length() > 0) {
      text.append(Excerpt.of(source, diagnostic.position()).indent(INDENT.length()));
    }
    if (!diagnostic.hint().isEmpty()) {
      text.append(INDENT).append("hint: ").append(diagnostic.hint()).append('\n');
    }
    return text.toString();
  }
}
