package dev.pawl.workflow;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.reader.CallLimits;
import dev.pawl.workflow.reader.Callees;
import dev.pawl.workflow.reader.Library;
import dev.pawl.workflow.yaml.Utf8;
import java.util.Optional;

/// The way in: the bytes of a file become a workflow, or a list of what is wrong with them.
///
/// Pure: the same bytes give the same reading, and no bytes make it throw. Whoever has a file reads
/// its bytes; more than [#MOST_BYTES] of them are refused, so one more is all that needs to be
/// read.
public final class WorkflowFile {

  public static final int MOST_BYTES = Utf8.MOST_BYTES;

  /// What the bytes say. Workflows that it calls are left alone.
  ///
  /// @param name how diagnostics call the file: as its user typed it
  public static Reading read(String name, byte[] bytes) {
    return read(name, bytes, Callees.unknown());
  }

  /// What the bytes say, together with the workflows that they call.
  public static Reading read(String name, byte[] bytes, Library library) {
    return read(name, bytes, new Callees(library, CallLimits.DEFAULT));
  }

  static Reading read(String name, byte[] bytes, Callees callees) {
    Findings findings = new Findings();
    SourceText source = Utf8.decode(name, bytes, findings);
    Optional<Workflow> workflow = Callees.read(source, findings, callees);
    findings.include(callees.elsewhere());
    return workflow
        .filter(_ -> !findings.hasErrors())
        .<Reading>map(read -> new Reading.Accepted(read, findings.in(source)))
        .orElseGet(() -> new Reading.Refused(findings.in(source)));
  }

  private WorkflowFile() {}
}
