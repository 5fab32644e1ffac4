package dev.pawl.workflow.discovery;

import java.util.List;

/// A proposed workflow file.
///
/// @param yaml the file, with comments that give the reasons
/// @param reasons one line for each job, for people
public record WorkflowProposal(String yaml, List<String> reasons) {

  public WorkflowProposal {
    reasons = List.copyOf(reasons);
  }
}
