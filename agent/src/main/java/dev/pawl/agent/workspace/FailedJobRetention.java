package dev.pawl.agent.workspace;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Deletes a job's directory when the job has ended, or keeps it if the job has failed and the
/// agent is configured to keep it. A kept directory is moved, because job numbers are used again.
///
/// Only the agent's user can enter the directory around it: the next job of the slot has the same
/// user, and may be another repository's.
///
/// @param kept the directory that it is moved to, named by run, job and attempt
/// @param listener called with each workspace that was kept; if absent, none is kept
/// @param isKept whether the job has failed
record FailedJobRetention(Path kept, Optional<Consumer<Path>> listener, AtomicBoolean isKept) {

  static FailedJobRetention of(
      Path directory, String run, String job, int attempt, Optional<Consumer<Path>> listener) {
    String name =
        URLEncoder.encode("%s-%s-%d".formatted(run, job, attempt), StandardCharsets.UTF_8);
    return new FailedJobRetention(
        directory.resolve(name.replace(".", "%2E")), listener, new AtomicBoolean());
  }

  /// The path at which the workspace will be found; empty if it is not kept.
  Optional<Path> keep() {
    isKept.set(listener.isPresent());
    return listener.map(_ -> workspace());
  }

  private Path workspace() {
    return kept.resolve(WorkspaceProvider.WORK);
  }

  /// Moves or deletes the directory, once no process of the job is left.
  void finish(Path directory) {
    if (isKept.get() && move(directory)) {
      listener.ifPresent(its -> its.accept(workspace()));
    } else {
      DirectoryDeletion.delete(directory);
    }
  }

  /// An existing directory is that of an earlier execution of the same attempt.
  private boolean move(Path directory) {
    try {
      Path all = Files.createDirectories(kept.getParent());
      Files.setPosixFilePermissions(all, PosixFilePermissions.fromString("rwx------"));
      DirectoryDeletion.delete(kept);
      Files.move(directory, kept);
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
