package dev.pawl.agent.workspace;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// What becomes of a job's directory when the job is over: it is deleted, unless the job has failed
/// and somebody wants to look at it. It is moved then, since numbers of jobs come again.
///
/// @param kept where it would be, named by run, job and attempt
/// @param told somebody who wants to look, if there is one
/// @param isKept whether the job has failed
record FailedJobRetention(Path kept, Optional<Consumer<Path>> told, AtomicBoolean isKept) {

  static FailedJobRetention of(
      Path directory, String run, String job, int attempt, Optional<Consumer<Path>> told) {
    String name =
        URLEncoder.encode("%s-%s-%d".formatted(run, job, attempt), StandardCharsets.UTF_8);
    return new FailedJobRetention(
        directory.resolve(name.replace(".", "%2E")), told, new AtomicBoolean());
  }

  /// Where it will be; nowhere if nobody wants to look.
  Optional<Path> keep() {
    isKept.set(told.isPresent());
    return told.map(_ -> workspace());
  }

  /// What somebody wants to look at is in the job's directory, beside its scripts.
  private Path workspace() {
    return kept.resolve(WorkspaceProvider.WORK);
  }

  /// Nothing of the job runs any more.
  void finish(Path directory) {
    if (isKept.get() && isMoved(directory)) {
      told.ifPresent(somebody -> somebody.accept(workspace()));
    } else {
      WorkspaceProvider.delete(directory);
    }
  }

  /// One that is there already is of an earlier life of the same attempt.
  private boolean isMoved(Path directory) {
    try {
      Files.createDirectories(kept.getParent());
      WorkspaceProvider.delete(kept);
      Files.move(directory, kept);
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
