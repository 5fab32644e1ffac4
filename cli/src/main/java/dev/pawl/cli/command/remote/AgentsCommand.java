package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.report.AlignedTable;
import dev.pawl.cli.view.DurationFormat;
import dev.pawl.server.api.document.Operations.AgentDocument;
import dev.pawl.server.api.document.Operations.ChangedDocument;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `pawl agents`: lists the agents of a server, drains and revokes them.
@Command(
    name = "agents",
    description = "List the agents of a server, with their jobs; drain, resume or revoke one.")
public final class AgentsCommand implements Callable<Integer> {

  private static final int MOST = 10_000;
  private static final String AGENT = "The agent: its id, or its name if only one has it.";

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (ServerClient client = server.client()) {
      List<AgentDocument> agents = agents(client);
      if (json) {
        System.out.println(JsonOutput.text(agents));
      } else if (agents.isEmpty()) {
        System.out.println("No agents yet. Run `pawl token agent NAME` to make a token for one.");
      } else {
        print(agents);
      }
    }
    return ExitCode.SUCCESS;
  }

  private static List<AgentDocument> agents(ServerClient client) {
    return client.list(client.inOrg("/agents"), AgentDocument.class, MOST);
  }

  private static void print(List<AgentDocument> agents) {
    var table = new AlignedTable("ID", "NAME", "STANDING", "SEEN", "SLOTS", "LABELS", "JOBS");
    for (AgentDocument agent : agents) {
      table.add(
          agent.id(),
          agent.name(),
          agent.standing().replace('_', ' '),
          seen(agent),
          agent.jobs().size() + "/" + agent.slots(),
          String.join(",", agent.labels()),
          agent.jobs().stream()
              .map(job -> "#%d %s".formatted(job.number(), job.job()))
              .collect(Collectors.joining(", ")));
    }
    table.print();
  }

  private static String seen(AgentDocument agent) {
    Instant heard = agent.lastHeartbeat();
    if (agent.connected()) {
      return "now";
    }
    return heard == null
        ? "not connected"
        : DurationFormat.text(Duration.between(heard, Instant.now())) + " ago";
  }

  @Command(name = "drain", description = "Let an agent finish its jobs, and give it no more.")
  int drain(
      @Mixin ServerOption at, @Parameters(paramLabel = "ID", description = AGENT) String agent) {
    return change(
        at, agent, "drain", "%s gets no more jobs. To end that: `pawl agents resume %s`.");
  }

  @Command(name = "resume", description = "Give jobs to a drained agent again.")
  int resume(
      @Mixin ServerOption at, @Parameters(paramLabel = "ID", description = AGENT) String agent) {
    return change(at, agent, "resume", "%s gets jobs again.");
  }

  @Command(
      name = "revoke",
      description = "Trust an agent no more: its jobs are lost, and its token is revoked.")
  int revoke(
      @Mixin ServerOption at, @Parameters(paramLabel = "ID", description = AGENT) String agent) {
    return change(at, agent, "revoke", "%s is revoked, and so is its token.");
  }

  private int change(ServerOption at, String reference, String verb, String done) {
    try (ServerClient client = at.client()) {
      AgentDocument agent = find(agents(client), reference);
      client.post(
          client.inOrg("/agents/%s/%s".formatted(ServerClient.encoded(agent.id()), verb)),
          null,
          ChangedDocument.class);
      System.out.println(
          PrintableText.line(done.formatted("Agent '%s'".formatted(agent.name()), agent.id())));
      return ExitCode.SUCCESS;
    }
  }

  private AgentDocument find(List<AgentDocument> agents, String reference) {
    List<AgentDocument> found =
        agents.stream()
            .filter(agent -> agent.id().equals(reference) || agent.name().equals(reference))
            .toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw new ParameterException(
        Objects.requireNonNull(spec, "picocli sets it").commandLine(),
        found.isEmpty()
            ? "agent '%s' not found. Run `pawl agents` to list all agents.".formatted(reference)
            : "several agents are called '%s'. Give the id: %s."
                .formatted(
                    reference,
                    found.stream().map(AgentDocument::id).collect(Collectors.joining(", "))));
  }
}
