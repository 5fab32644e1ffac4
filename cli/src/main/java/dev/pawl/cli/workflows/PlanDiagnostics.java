package dev.pawl.cli.workflows;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.reader.RepositoryFiles;
import dev.pawl.workflow.yaml.Utf8Decoder;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Renders the errors of planning like those of reading. They may be in other files: actions and
/// called workflows.
record PlanDiagnostics(SourceText workflow, RepositoryFiles library) {

  /// The errors as text, each on its own line.
  ///
  /// @param omitted the number of further errors, which are not listed
  String render(List<Diagnostic> found, Diagnostics.Omitted omitted) {
    Map<String, SourceText> others = new TreeMap<>();
    found.stream()
        .filter(one -> !isOwn(one))
        .forEach(one -> others.computeIfAbsent(one.position().file(), this::source));
    List<Diagnostic> ordered =
        found.stream()
            .sorted(
                Comparator.comparing((Diagnostic one) -> !isOwn(one))
                    .thenComparing(Diagnostic::position))
            .toList();
    return new Diagnostics(workflow, others, ordered, omitted).render();
  }

  private boolean isOwn(Diagnostic one) {
    return one.position().file().equals(workflow.file());
  }

  /// The text of a file; empty if it cannot be read.
  private SourceText source(String file) {
    return library
        .find(file)
        .map(bytes -> Utf8Decoder.decode(file, bytes, new DiagnosticCollector()))
        .orElseGet(() -> SourceText.of(file, ""));
  }
}
