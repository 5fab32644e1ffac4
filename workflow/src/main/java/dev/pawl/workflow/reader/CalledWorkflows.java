package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.yaml.Utf8Decoder;
import dev.pawl.workflow.yaml.YamlReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Reads the workflows that a file calls, directly or indirectly, each once, and collects their
/// diagnostics.
///
/// Recursion is as deep as calls are nested, which is limited.
public final class CalledWorkflows {

  private final Optional<RepositoryFiles> library;
  private final CallLimits limits;
  private final Map<String, Callee> read = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final DiagnosticCollector otherFiles = new DiagnosticCollector();
  private final LocalActions actions;

  /// By workflow, the depth of calls below it, itself included.
  private final Map<String, Integer> heights = new HashMap<>();

  /// The result of looking up a reference.
  sealed interface Callee {}

  record Found(Workflow workflow) implements Callee {}

  /// A file that cannot be called, with the reason.
  record NotCallable(String reason) implements Callee {}

  /// A file with errors, which are reported in that file.
  record Invalid() implements Callee {}

  /// There is no such file.
  record Missing() implements Callee {}

  /// Not looked up, because no files are available.
  record Unknown() implements Callee {}

  public CalledWorkflows(RepositoryFiles library, CallLimits limits) {
    this(Optional.of(library), limits);
  }

  private CalledWorkflows(Optional<RepositoryFiles> library, CallLimits limits) {
    this.library = library;
    this.limits = limits;
    this.actions = new LocalActions(library, otherFiles);
  }

  /// Looks nothing up.
  public static CalledWorkflows unknown() {
    return new CalledWorkflows(Optional.empty(), CallLimits.DEFAULT);
  }

  /// The diagnostics of all files that were read, including actions.
  public DiagnosticCollector otherFiles() {
    return otherFiles;
  }

  LocalActions actions() {
    return actions;
  }

  CallLimits limits() {
    return limits;
  }

  Callee find(String reference) {
    if (library.isEmpty()) {
      return new Unknown();
    }
    if (open.contains(reference)) {
      return new NotCallable("it calls itself");
    }
    int height = heights.merge(reference, 1, Math::max);
    if (open.size() + height > limits.nested()) {
      return new NotCallable(
          "calls of workflows may be nested at most " + limits.nested() + " deep");
    }
    Callee known = read.get(reference);
    Callee callee = known != null ? known : lookUp(reference);
    int own = heights.getOrDefault(reference, 1);
    if (!open.isEmpty()) {
      heights.merge(open.getLast(), own + 1, Math::max);
    }
    return callee;
  }

  private Callee lookUp(String reference) {
    open.addLast(reference);
    Callee callee =
        library
            .orElseThrow()
            .find(reference)
            .map(bytes -> callee(reference, bytes))
            .orElse(new Missing());
    open.removeLast();
    read.put(reference, callee);
    return callee;
  }

  private Callee callee(String reference, byte[] bytes) {
    DiagnosticCollector findings = new DiagnosticCollector();
    SourceText source = Utf8Decoder.decode(reference, bytes, findings);
    Optional<Workflow> workflow = read(source, findings, this);
    otherFiles.include(source, findings);
    if (workflow.isEmpty()) {
      return new Invalid();
    }
    return workflow.get().on().call().isPresent()
        ? new Found(workflow.get())
        : new NotCallable("it has no `on: workflow_call`");
  }

  /// Reads a text as a workflow; empty where an error was reported.
  public static Optional<Workflow> read(
      SourceText source, DiagnosticCollector findings, CalledWorkflows callees) {
    return findings.hasErrors()
        ? Optional.empty()
        : YamlReader.read(source, findings)
            .flatMap(root -> WorkflowReader.read(source.file(), root, findings, callees));
  }
}
