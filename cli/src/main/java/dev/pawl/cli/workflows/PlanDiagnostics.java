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

/// What planning has found, told as what reading finds is. It may be in other files than the
/// workflow's: in actions, and in workflows that it calls.
record PlanDiagnostics(SourceText workflow, RepositoryFiles library) {

  /// Plain text, each line ended.
  ///
  /// @param omitted how many more there are
  String render(List<Diagnostic> found, int omitted) {
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

  /// Empty where it cannot be read any more: then there is no line to show.
  private SourceText source(String file) {
    return library
        .find(file)
        .map(bytes -> Utf8Decoder.decode(file, bytes, new DiagnosticCollector()))
        .orElseGet(() -> SourceText.of(file, ""));
  }
}
