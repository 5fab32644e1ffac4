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

/// The workflow of a project that has none.
public record DiscoveredWorkflow(WorkflowProposal proposal) {

  /// What a run of it calls its file.
  private static final String FILE = "discovered.yml";

  /// None where nothing is found that anybody could build.
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

  /// Says that there is none, and what could be.
  public void propose(PrintStream err) {
    err.println(
        "pawl: there is no workflow in %s; by what is here, one would have these jobs:"
            .formatted(WorkflowDirectories.names()));
    proposal.reasons().forEach(reason -> err.println("  " + PrintableText.line(reason)));
    err.println("  `pawl plan` prints it, to be kept; `pawl run --discovered` runs it.");
  }
}
