package dev.pawl.agent.workspace;

import java.nio.file.Path;

/// The initial contents of a job's workspace, and the location of its repository.
public sealed interface WorkspaceMode {

  /// The working tree itself. All jobs share it, and none may replace it.
  record Shared(Path repository) implements WorkspaceMode {}

  /// An empty directory for each job, which checks out a repository of this machine.
  record Fresh(Path repository) implements WorkspaceMode {}

  /// An empty directory for each job, which checks out the repository of the run from its forge.
  record Remote() implements WorkspaceMode {}

  /// Whether the workspace belongs to one job alone.
  default boolean isOwned() {
    return switch (this) {
      case Shared _ -> false;
      case Fresh _, Remote _ -> true;
    };
  }
}
