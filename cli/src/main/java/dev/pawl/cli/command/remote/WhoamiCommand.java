package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.server.api.document.Administration.WhoDocument;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl whoami`: shows who the token belongs to.
@Command(name = "whoami", description = "Show who you are on a server, and what you may do there.")
public final class WhoamiCommand implements Callable<Integer> {

  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (ServerClient client = server.client()) {
      WhoDocument me = client.get("/api/v1/whoami", WhoDocument.class);
      if (json) {
        System.out.println(JsonOutput.text(me));
        return ExitCode.SUCCESS;
      }
      System.out.println(PrintableText.line("%s on %s".formatted(me.user(), client.server())));
      System.out.println(
          PrintableText.line("role   %s in the org '%s'".formatted(me.role(), me.org())));
      if (!me.teams().isEmpty()) {
        System.out.println(PrintableText.line("teams  " + String.join(", ", me.teams())));
      }
      System.out.println(PrintableText.line("may    " + String.join(", ", me.permissions())));
      return ExitCode.SUCCESS;
    }
  }
}
