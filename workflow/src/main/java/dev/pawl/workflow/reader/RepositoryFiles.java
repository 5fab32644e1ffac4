package dev.pawl.workflow.reader;

import java.util.Optional;

/// Where the workflows are that a file calls.
public interface RepositoryFiles {

  /// The bytes of the file that a job `uses`, as it is written there; nothing if there is none.
  Optional<byte[]> find(String reference);
}
