package dev.pawl.cli.workflows;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Which workflow is meant where none is named: the only one there is.
public final class DefaultWorkflow {

  public static Optional<Path> find(Path directory, PrintStream err) {
    List<Path> files = WorkflowDirectories.active(directory);
    if (files.size() == 1) {
      return Optional.of(files.getFirst());
    }
    if (files.isEmpty()) {
      DiscoveredWorkflow.in(directory)
          .ifPresentOrElse(found -> found.propose(err), () -> nothing(err));
    } else {
      err.println(
          "pawl: there are several workflows in %s; name one:"
              .formatted(files.getFirst().getParent()));
      files.forEach(file -> err.println("  pawl run " + file));
    }
    return Optional.empty();
  }

  private static void nothing(PrintStream err) {
    err.println(
        "pawl: there is no workflow in %s; name one: pawl run FILE"
            .formatted(WorkflowDirectories.names()));
  }

  private DefaultWorkflow() {}
}
