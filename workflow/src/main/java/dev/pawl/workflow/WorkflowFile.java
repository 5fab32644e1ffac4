package dev.pawl.workflow;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.reader.CallLimits;
import dev.pawl.workflow.reader.CalledWorkflows;
import dev.pawl.workflow.reader.RepositoryFiles;
import dev.pawl.workflow.yaml.Utf8Decoder;
import java.util.Optional;

/// The way in: the bytes of a file become a workflow, or a list of what is wrong with them.
///
/// Pure: the same bytes give the same reading, and no bytes make it throw. Whoever has a file reads
/// its bytes; more than [#MAX_BYTES] of them are refused, so one more is all that needs to be read.
public final class WorkflowFile {

  public static final int MAX_BYTES = Utf8Decoder.MAX_BYTES;

  /// What the bytes say. Workflows that it calls are left alone.
  ///
  /// @param name how diagnostics call the file: as its user typed it
  public static WorkflowReadResult read(String name, byte[] bytes) {
    return read(name, bytes, CalledWorkflows.unknown());
  }

  /// What the bytes say, together with the workflows that they call.
  public static WorkflowReadResult read(String name, byte[] bytes, RepositoryFiles library) {
    return read(name, bytes, new CalledWorkflows(library, CallLimits.DEFAULT));
  }

  static WorkflowReadResult read(String name, byte[] bytes, CalledWorkflows callees) {
    DiagnosticCollector findings = new DiagnosticCollector();
    SourceText source = Utf8Decoder.decode(name, bytes, findings);
    Optional<Workflow> workflow = CalledWorkflows.read(source, findings, callees);
    findings.include(callees.elsewhere());
    return workflow
        .filter(_ -> !findings.hasErrors())
        .<WorkflowReadResult>map(
            read -> new WorkflowReadResult.Accepted(read, findings.diagnosticsOf(source)))
        .orElseGet(() -> new WorkflowReadResult.Rejected(findings.diagnosticsOf(source)));
  }

  private WorkflowFile() {}
}
