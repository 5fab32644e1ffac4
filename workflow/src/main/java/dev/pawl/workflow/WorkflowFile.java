package dev.pawl.workflow;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.reader.CallLimits;
import dev.pawl.workflow.reader.CalledWorkflows;
import dev.pawl.workflow.reader.RepositoryFiles;
import dev.pawl.workflow.yaml.Utf8Decoder;
import java.util.Optional;

/// Reads the bytes of a workflow file: the entry point of this module.
///
/// Pure: the same bytes give the same result, and no input makes it throw. The caller loads the
/// file; more than [#MAX_BYTES] bytes are rejected, so it needs to load at most one byte more.
public final class WorkflowFile {

  public static final int MAX_BYTES = Utf8Decoder.MAX_BYTES;

  /// Reads a file without the workflows that it calls.
  ///
  /// @param name the file's name in diagnostics, as the user typed it
  public static WorkflowReadResult read(String name, byte[] bytes) {
    return read(name, bytes, CalledWorkflows.unknown());
  }

  /// Reads a file together with the workflows that it calls.
  public static WorkflowReadResult read(String name, byte[] bytes, RepositoryFiles library) {
    return read(name, bytes, new CalledWorkflows(library, CallLimits.DEFAULT));
  }

  static WorkflowReadResult read(String name, byte[] bytes, CalledWorkflows callees) {
    DiagnosticCollector findings = new DiagnosticCollector();
    SourceText source = Utf8Decoder.decode(name, bytes, findings);
    Optional<Workflow> workflow = CalledWorkflows.read(source, findings, callees);
    findings.include(callees.otherFiles());
    return workflow
        .filter(_ -> !findings.hasErrors())
        .<WorkflowReadResult>map(
            read -> new WorkflowReadResult.Accepted(read, findings.diagnosticsOf(source)))
        .orElseGet(() -> new WorkflowReadResult.Rejected(findings.diagnosticsOf(source)));
  }

  private WorkflowFile() {}
}
