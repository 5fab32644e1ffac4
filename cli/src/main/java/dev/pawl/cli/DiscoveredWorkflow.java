package dev.pawl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.workflow.Reading;
import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.discovery.Discovery;
import dev.pawl.workflow.discovery.Proposal;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/// The workflow of a project that has none.
record DiscoveredWorkflow(Proposal proposal) {

  /// What a run of it calls its file.
  private static final String FILE = "discovered.yml";

  /// None where nothing is found that anybody could build.
  static Optional<DiscoveredWorkflow> in(Path directory) {
    return Discovery.propose(RepositoryListing.of(directory)).map(DiscoveredWorkflow::new);
  }

  Reading.Accepted reading() {
    return switch (WorkflowFile.read(FILE, proposal.yaml().getBytes(UTF_8))) {
      case Reading.Accepted accepted -> accepted;
      case Reading.Refused(var diagnostics) ->
          throw new IllegalStateException(diagnostics.render());
    };
  }

  /// Says that there is none, and what could be.
  void propose(PrintStream err) {
    err.println(
        "pawl: there is no workflow in %s; by what is here, one would have these jobs:"
            .formatted(WorkflowPlaces.names()));
    proposal.reasons().forEach(reason -> err.println("  " + Printable.line(reason)));
    err.println("  `pawl plan` prints it, to be kept; `pawl run --discovered` runs it.");
  }
}
