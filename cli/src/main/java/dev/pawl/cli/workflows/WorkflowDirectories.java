package dev.pawl.cli.workflows;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where a project's workflows are.
public final class WorkflowDirectories {

  /// Ours before those that the project may have for others: with ours there, those are not run.
  static final List<String> DIRECTORIES = List.of(".pawl/workflows", ".github/workflows");

  /// Those that are run here: of the first place that has any.
  public static List<Path> active(Path directory) {
    return DIRECTORIES.stream()
        .map(place -> files(directory.resolve(place)))
        .filter(files -> !files.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /// Those of all places.
  public static List<Path> all(Path directory) {
    return DIRECTORIES.stream().flatMap(place -> files(directory.resolve(place)).stream()).toList();
  }

  /// The YAML files of a directory, by name, and by what the user would type to reach them.
  public static List<Path> files(Path place) {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(place)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(place, "*.{yml,yaml}")) {
        found.forEach(file -> files.add(shown(file)));
      } catch (IOException _) {
        return List.of();
      }
    }
    files.sort(null);
    return files;
  }

  /// Relative to where the user is, if that is possible.
  private static Path shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.startsWith(here) ? here.relativize(file) : file;
  }

  public static String names() {
    return String.join(" or ", DIRECTORIES);
  }

  private WorkflowDirectories() {}
}
