package dev.pawl.server.repositories;

import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.model.step.ActionReference;
import dev.pawl.workflow.reader.RepositoryFiles;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files of a repository at one commit, which is fetched when the first file is asked for.
/// Holds the copy of the repository from then on until it is closed. Used by one thread.
public final class RepositorySnapshot implements RepositoryFiles, AutoCloseable {

  private final Mirrors mirrors;
  private final String url;
  private final String revision;
  private @Nullable Mirror mirror;
  private String commit = "";

  RepositorySnapshot(Mirrors mirrors, String url, String revision) {
    this.mirrors = mirrors;
    this.url = url;
    this.revision = revision;
  }

  /// The commit; none if no file was asked for.
  public Optional<String> commit() {
    return Optional.of(commit).filter(known -> !known.isEmpty());
  }

  /// @throws RepositoryUnavailable if the repository cannot be fetched
  @Override
  public Optional<byte[]> find(String reference) {
    Optional<String> path = path(reference);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    Mirror open = mirror;
    if (open == null) {
      open = mirrors.acquire(url);
      mirror = open;
      commit = mirrors.fetch(open, revision);
    }
    return open.read(commit, path.get(), WorkflowFile.MAX_BYTES + 1);
  }

  /// The path from the root of the repository; none if it leads out of it.
  private static Optional<String> path(String reference) {
    if (!ActionReference.isPath(reference)) {
      return Optional.empty();
    }
    try {
      String path = Path.of(reference).normalize().toString();
      boolean isInside = !path.isEmpty() && !path.equals("..") && !path.startsWith("../");
      return isInside ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    if (mirror != null) {
      mirrors.release(url);
      mirror = null;
    }
  }
}
