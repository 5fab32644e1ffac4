package dev.pawl.workflow.discovery;

import java.util.List;

/// A workflow that nobody has written.
///
/// @param yaml the file, with comments that say why
/// @param reasons one line a job, for people
public record WorkflowProposal(String yaml, List<String> reasons) {

  public WorkflowProposal {
    reasons = List.copyOf(reasons);
  }
}
