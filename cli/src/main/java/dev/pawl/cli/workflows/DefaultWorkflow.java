package dev.pawl.cli.workflows;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Selects the workflow of a command without a FILE: the only one of the project.
public final class DefaultWorkflow {

  private static final String NEXT =
      "Run `pawl init` to write the workflow, or `pawl run --discovered` to run it.";

  public static Optional<Path> find(Path directory, PrintStream err) {
    List<Path> files = WorkflowDirectories.active(directory);
    if (files.size() == 1) {
      return Optional.of(files.getFirst());
    }
    if (files.isEmpty()) {
      DiscoveredWorkflow.in(directory)
          .ifPresentOrElse(found -> found.propose(err, NEXT), () -> nothing(err));
    } else {
      err.println(
          "pawl: no FILE given and several workflows found in %s. Choose one:"
              .formatted(files.getFirst().getParent()));
      files.forEach(file -> err.println("  pawl run " + file));
    }
    return Optional.empty();
  }

  private static void nothing(PrintStream err) {
    err.println(
        "pawl: no workflow found in %s. Run `pawl init` to write one, or `pawl run FILE`."
            .formatted(WorkflowDirectories.names()));
  }

  private DefaultWorkflow() {}
}
