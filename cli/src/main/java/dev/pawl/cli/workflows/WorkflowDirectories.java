package dev.pawl.cli.workflows;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.local.FileErrorMessages;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The directories of a project's workflows.
public final class WorkflowDirectories {

  /// In order of precedence: only the first directory that has workflows is used.
  static final List<String> DIRECTORIES = List.of(".pawl/workflows", ".github/workflows");

  /// The workflows that are run: those of the first directory that has any.
  public static List<Path> active(Path directory) {
    return DIRECTORIES.stream()
        .map(place -> files(directory.resolve(place), directory))
        .filter(files -> !files.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /// The workflows of all directories.
  public static List<Path> all(Path directory) {
    return all(directory, directory);
  }

  /// The workflows of all directories of a project, as a user in another directory would name them.
  public static List<Path> all(Path project, Path directory) {
    return DIRECTORIES.stream()
        .flatMap(place -> files(project.resolve(place), directory).stream())
        .toList();
  }

  /// The YAML files of a directory, sorted, as a user in `directory` would name them.
  ///
  /// @throws EnvironmentException if they cannot be listed
  public static List<Path> files(Path place, Path directory) {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(place)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(place, "*.{yml,yaml}")) {
        found.forEach(file -> files.add(shown(file, directory)));
      } catch (IOException e) {
        throw new EnvironmentException(
            "cannot read '%s': %s".formatted(place, FileErrorMessages.describe(e)), e);
      }
    }
    files.sort(null);
    return files;
  }

  /// The path relative to the directory, if it is below it.
  private static Path shown(Path file, Path directory) {
    return file.startsWith(directory) ? directory.relativize(file) : file;
  }

  public static String names() {
    return String.join(" or ", DIRECTORIES);
  }

  private WorkflowDirectories() {}
}
