package dev.pawl.workflow.reader;

import java.util.Optional;

/// The files of the repository that a workflow refers to: called workflows and actions.
public interface RepositoryFiles {

  /// The bytes of a file by the reference in the workflow; empty if there is no such file.
  Optional<byte[]> find(String reference);
}
