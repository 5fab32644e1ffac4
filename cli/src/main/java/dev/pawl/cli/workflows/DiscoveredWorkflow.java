package dev.pawl.cli.workflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.WorkflowReadResult;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.discovery.WorkflowDiscovery;
import dev.pawl.workflow.discovery.WorkflowProposal;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/// The proposed workflow of a project that has none.
public record DiscoveredWorkflow(WorkflowProposal proposal) {

  /// The file name that a run of it shows.
  private static final String FILE = "discovered.yml";

  /// Empty if nothing is found that could be built.
  public static Optional<DiscoveredWorkflow> in(Path directory) {
    return WorkflowDiscovery.propose(RepositoryListing.of(directory)).map(DiscoveredWorkflow::new);
  }

  public WorkflowReadResult.Accepted reading() {
    return switch (WorkflowFile.read(FILE, proposal.yaml().getBytes(UTF_8))) {
      case WorkflowReadResult.Accepted accepted -> accepted;
      case WorkflowReadResult.Rejected(var diagnostics) ->
          throw new IllegalStateException(diagnostics.render());
    };
  }

  /// Prints that the project has no workflow, the jobs of the proposed one, and what to do next.
  public void propose(PrintStream err, String next) {
    err.println(
        "pawl: no workflow found in %s. Proposed jobs:".formatted(WorkflowDirectories.names()));
    proposal.reasons().forEach(reason -> err.println("  " + PrintableText.line(reason)));
    err.println(next);
  }
}
