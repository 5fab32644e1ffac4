package dev.pawl.cli.workflows;

import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.model.step.ActionReference;
import dev.pawl.workflow.reader.RepositoryFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the files of the repository that a workflow refers to with `uses: ./path`.
///
/// @param root the root of the repository; nothing outside of it is read
public record RepositoryLibrary(Path root) implements RepositoryFiles {

  /// The repository around `.github/workflows/` or `.pawl/workflows/`; for a file elsewhere, the
  /// project's directory.
  public static RepositoryLibrary of(Path file, Path project) {
    Path absolute = project.resolve(file).normalize();
    return WorkflowDirectories.DIRECTORIES.stream()
        .map(place -> Path.of(place, String.valueOf(absolute.getFileName())))
        .filter(absolute::endsWith)
        .map(place -> new RepositoryLibrary(ancestor(absolute, place.getNameCount())))
        .findFirst()
        .orElse(new RepositoryLibrary(project));
  }

  private static Path ancestor(Path path, int levels) {
    Path parent = path.getParent();
    return levels == 0 || parent == null ? path : ancestor(parent, levels - 1);
  }

  @Override
  public Optional<byte[]> find(String reference) {
    if (!ActionReference.isPath(reference)) {
      return Optional.empty();
    }
    try {
      Path file = root.resolve(reference).normalize();
      if (!file.startsWith(root) || !Files.isRegularFile(file)) {
        return Optional.empty();
      }
      if (!file.toRealPath().startsWith(root.toRealPath())) {
        return Optional.empty(); // a symbolic link that leads outside
      }
      try (InputStream in = Files.newInputStream(file)) {
        return Optional.of(in.readNBytes(WorkflowFile.MAX_BYTES + 1));
      }
    } catch (IOException | InvalidPathException unreadable) {
      return Optional.empty();
    }
  }
}
