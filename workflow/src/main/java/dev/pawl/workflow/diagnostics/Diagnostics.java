package dev.pawl.workflow.diagnostics;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The diagnostics of a file and of the files that it refers to: called workflows and actions.
///
/// Invariant: in the order of the file, then of the others; at most 50 errors and 50 warnings;
/// `omitted` counts the rest.
///
/// @param others the texts of other files by name, as far as they are kept
public record Diagnostics(
    SourceText source, Map<String, SourceText> others, List<Diagnostic> all, Omitted omitted) {

  /// The numbers of further errors and warnings, which are not listed.
  public record Omitted(int errors, int warnings) {

    static Omitted of(Collection<Diagnostic> errors, Collection<Diagnostic> warnings) {
      return new Omitted(rest(errors), rest(warnings));
    }

    private static int rest(Collection<Diagnostic> found) {
      return Math.max(0, found.size() - DiagnosticCollector.MAX_SHOWN);
    }

    public int total() {
      return errors + warnings;
    }

    /// Whether reading ended at the limit, so that there may be more.
    private boolean isLimit() {
      int most = DiagnosticCollector.MAX_COUNTED - DiagnosticCollector.MAX_SHOWN;
      return errors >= most || warnings >= most;
    }
  }

  private static final String INDENT = "  ";
  private static final SourceText NOT_KEPT = SourceText.of("", "");

  public Diagnostics {
    others = Map.copyOf(others);
    all = List.copyOf(all);
  }

  static Diagnostics of(
      SourceText source,
      Map<String, SourceText> others,
      Collection<Diagnostic> errors,
      Collection<Diagnostic> warnings) {
    List<Diagnostic> ordered =
        Stream.of(errors, warnings)
            .flatMap(found -> found.stream().limit(DiagnosticCollector.MAX_SHOWN))
            .sorted(
                Comparator.comparing((Diagnostic one) -> !isIn(source, one))
                    .thenComparing(Diagnostic::position))
            .toList();
    return new Diagnostics(source, others, ordered, Omitted.of(errors, warnings));
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

  /// The diagnostics without those that are already known.
  public Diagnostics without(Predicate<Diagnostic> known) {
    return new Diagnostics(
        source, others, all.stream().filter(Predicate.not(known)).toList(), omitted);
  }

  /// Plain text as compilers print it, each line ended; empty where there are none.
  public String render() {
    StringBuilder text = new StringBuilder();
    all.forEach(diagnostic -> text.append(render(diagnostic)));
    if (omitted.total() > 0) {
      text.append(
          "%s: %d more not shown%s\n"
              .formatted(
                  PrintableText.line(source.file()),
                  omitted.total(),
                  omitted.isLimit() ? "; the rest of the file is not checked" : ""));
    }
    return text.toString();
  }

  /// One diagnostic with its line, caret and hint.
  public String render(Diagnostic diagnostic) {
    StringBuilder text = new StringBuilder().append(diagnostic).append('\n');
    SourceText file =
        isIn(source, diagnostic)
            ? source
            : others.getOrDefault(diagnostic.position().file(), NOT_KEPT);
    if (diagnostic.position().line() <= file.lineCount() && file.length() > 0) {
      text.append(SourceExcerpt.of(file, diagnostic.position()).indent(INDENT.length()));
    }
    if (!diagnostic.hint().isEmpty()) {
      text.append(INDENT).append("hint: ").append(diagnostic.hint()).append('\n');
    }
    return text.toString();
  }

  private static boolean isIn(SourceText source, Diagnostic diagnostic) {
    return diagnostic.position().file().equals(source.file());
  }
}
