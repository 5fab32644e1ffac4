package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.report.AlignedTable;
import dev.pawl.server.api.document.Administration.OrgDocument;
import dev.pawl.server.api.document.Administration.OrgRequest;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `pawl org`: creates and lists the orgs of a server.
@Command(
    name = "org",
    description =
        "Create and list the orgs of a server. What belongs to one org does not exist for another.")
public final class OrgCommand implements Runnable {

  private static final String ORGS = "/api/v1/orgs";
  private static final int MOST = 10_000;

  @Spec private @Nullable CommandSpec spec;

  /// Prints the usage when no subcommand is given.
  @Override
  public void run() {
    CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
    line.usage(line.getOut());
  }

  @Command(name = "create", description = "Create an org. This needs the role server_admin.")
  int create(
      @Mixin ServerOption server,
      @Parameters(
              paramLabel = "ID",
              description = "Its id: lower-case letters, digits and hyphens.")
          String id) {
    try (ServerClient client = server.client()) {
      OrgDocument org = client.post(ORGS, new OrgRequest(id), OrgDocument.class);
      System.out.println(
          PrintableText.line(
              "Created the org '%s'. Make a token for it: `pawl token user NAME --role admin --org %s`."
                  .formatted(org.id(), org.id())));
      return ExitCode.SUCCESS;
    }
  }

  @Command(name = "list", description = "List the orgs that you belong to.")
  int list(
      @Mixin ServerOption server,
      @Option(names = "--json", description = "Print JSON.") boolean json) {
    try (ServerClient client = server.client()) {
      List<OrgDocument> orgs = client.list(ORGS, OrgDocument.class, MOST);
      if (json) {
        System.out.println(JsonOutput.text(orgs));
      } else {
        var table = new AlignedTable("ID", "CREATED", "BY");
        orgs.forEach(org -> table.add(org.id(), org.createdAt(), org.createdBy()));
        table.print();
      }
      return ExitCode.SUCCESS;
    }
  }
}
