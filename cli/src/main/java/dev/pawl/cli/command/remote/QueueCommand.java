package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.report.AlignedTable;
import dev.pawl.cli.view.DurationFormat;
import dev.pawl.server.api.document.Operations.QueuedDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl queue`: lists the jobs of a server that wait for an agent.
@Command(
    name = "queue",
    description = "List the jobs of a server that wait for an agent, oldest first, and why.")
public final class QueueCommand implements Callable<Integer> {

  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Maximum number of jobs. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (ServerClient client = server.client()) {
      List<QueuedDocument> queue =
          client.list(client.inOrg("/queue"), QueuedDocument.class, Math.max(1, limit));
      if (json) {
        System.out.println(JsonOutput.text(queue));
      } else if (queue.isEmpty()) {
        System.out.println("No job waits for an agent.");
      } else {
        var table = new AlignedTable("RUN", "WORKFLOW", "JOB", "LABELS", "WAITS", "WHY");
        for (QueuedDocument job : queue) {
          table.add(
              "#" + job.number(),
              job.workflow(),
              job.job() + (job.attempt() == 1 ? "" : " (attempt %d)".formatted(job.attempt())),
              String.join(",", job.runsOn()),
              DurationFormat.text(Duration.between(job.queuedAt(), Instant.now())),
              job.why());
        }
        table.print();
      }
    }
    return ExitCode.SUCCESS;
  }
}
