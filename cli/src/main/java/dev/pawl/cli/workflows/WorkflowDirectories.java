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
        .map(place -> files(directory.resolve(place)))
        .filter(files -> !files.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /// The workflows of all directories.
  public static List<Path> all(Path directory) {
    return DIRECTORIES.stream().flatMap(place -> files(directory.resolve(place)).stream()).toList();
  }

  /// The YAML files of a directory, sorted, as the user would type their paths.
  ///
  /// @throws EnvironmentException if the directory cannot be read
  public static List<Path> files(Path place) {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(place)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(place, "*.{yml,yaml}")) {
        found.forEach(file -> files.add(shown(file)));
      } catch (IOException e) {
        throw new EnvironmentException(
            "cannot read '%s': %s".formatted(place, FileErrorMessages.describe(e)), e);
      }
    }
    files.sort(null);
    return files;
  }

  /// The path relative to the current directory, if possible.
  private static Path shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.startsWith(here) ? here.relativize(file) : file;
  }

  public static String names() {
    return String.join(" or ", DIRECTORIES);
  }

  private WorkflowDirectories() {}
}
