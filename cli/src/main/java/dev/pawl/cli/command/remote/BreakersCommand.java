package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.configuration.ToolsFile;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.report.AlignedTable;
import dev.pawl.cli.view.DurationFormat;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.run.Origin;
import dev.pawl.server.api.document.Operations.BreakerDocument;
import dev.pawl.server.api.document.Operations.ChangedDocument;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl breakers`: lists the circuit breakers of tools, and closes one.
@Command(
    name = "breakers",
    description = {
      "List the tools that steps have used, and their circuit breakers.",
      "On the local store, `pawl doctor --repair --reset TOOL` closes one."
    })
public final class BreakersCommand implements Callable<Integer> {

  private static final int MOST = 1_000;

  @Mixin private ServerOption server = new ServerOption();
  @Mixin private ProjectOption project = new ProjectOption();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    List<BreakerDocument> breakers = server.isGiven() ? ofServer() : ofProject();
    if (json) {
      System.out.println(JsonOutput.text(breakers));
    } else if (breakers.isEmpty()) {
      System.out.println("No step has used a tool yet.");
    } else {
      var table = new AlignedTable("TOOL", "STATE", "SINCE", "FAILURES", "NEXT PROBE");
      for (BreakerDocument breaker : breakers) {
        table.add(
            breaker.tool(),
            breaker.state().replace('_', ' '),
            DurationFormat.text(Duration.between(breaker.since(), Instant.now())),
            "%d of %d".formatted(breaker.failures(), breaker.profile().failureThreshold()),
            probe(breaker.probeAt()));
      }
      table.print();
    }
    return ExitCode.SUCCESS;
  }

  private static String probe(@Nullable Instant at) {
    if (at == null) {
      return "";
    }
    Duration left = Duration.between(Instant.now(), at);
    return left.isNegative() ? "now" : "in " + DurationFormat.text(left);
  }

  private List<BreakerDocument> ofServer() {
    try (ServerClient client = server.client()) {
      return client.list(client.inOrg("/breakers"), BreakerDocument.class, MOST);
    }
  }

  private List<BreakerDocument> ofProject() {
    Optional<SqliteStore> opened = project.project().openForReading();
    if (opened.isEmpty()) {
      return List.of();
    }
    ToolProfiles configured = ToolsFile.in(project.project().stateDirectory());
    try (SqliteStore store = opened.get()) {
      return store.operations(Origin.DEFAULT_ORG).breakers("", MOST).stream()
          .map(row -> {
            Breaker stored = store.breaker(Breaker.keyOf(Origin.DEFAULT_ORG, row.tool()));
            return BreakerDocument.of(row, configured.effective(stored).profile());
          })
          .toList();
    }
  }

  @Command(
      name = "reset",
      description = "Close the breaker of a tool of a server, without a health check.")
  int reset(
      @Mixin ServerOption at,
      @Parameters(paramLabel = "TOOL", description = "The tool.") String tool) {
    try (ServerClient client = at.client()) {
      client.post(
          client.inOrg("/breakers/%s/reset".formatted(ServerClient.encoded(tool))),
          null,
          ChangedDocument.class);
      System.out.println(PrintableText.line("The breaker of '%s' is closed.".formatted(tool)));
      return ExitCode.SUCCESS;
    }
  }
}
