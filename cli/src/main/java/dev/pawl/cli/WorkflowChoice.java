package dev.pawl.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which workflow is meant where none is named: the only one there is.
final class WorkflowChoice {

  private static final List<String> PLACES = List.of(".pawl/workflows", ".github/workflows");

  static Optional<Path> in(Path directory, PrintStream err) {
    for (String place : PLACES) {
      List<Path> files = files(directory.resolve(place));
      if (files.size() == 1) {
        return Optional.of(shown(files.getFirst()));
      }
      if (files.size() > 1) {
        err.println("pawl: there are several workflows in %s; name one:".formatted(place));
        files.forEach(file -> err.println("  pawl run " + shown(file)));
        return Optional.empty();
      }
    }
    err.println(
        "pawl: there is no workflow in %s; name one: pawl run FILE"
            .formatted(String.join(" or ", PLACES)));
    return Optional.empty();
  }

  /// Relative to where the user is, if that is possible.
  private static Path shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.startsWith(here) ? here.relativize(file) : file;
  }

  private static List<Path> files(Path place) {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(place)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(place, "*.{yml,yaml}")) {
        found.forEach(files::add);
      } catch (IOException _) {
        return List.of();
      }
    }
    files.sort(null);
    return files;
  }

  private WorkflowChoice() {}
}
