package dev.pawl.agent.workspace;

import java.nio.file.Path;

/// What a job finds in its workspace when it begins, and where its repository is.
public sealed interface WorkspaceMode {

  /// The working tree itself: all jobs share it, and nothing of it is theirs to replace.
  record Shared(Path repository) implements WorkspaceMode {}

  /// Nothing: each job has a directory of its own, and checks out what it needs of a repository on
  /// this machine.
  record Fresh(Path repository) implements WorkspaceMode {}

  /// Nothing, and the repository is where the run says: at its forge.
  record Remote() implements WorkspaceMode {}

  /// Whether whatever is in the workspace is the job's own.
  default boolean isOwned() {
    return switch (this) {
      case Shared _ -> false;
      case Fresh _, Remote _ -> true;
    };
  }
}
