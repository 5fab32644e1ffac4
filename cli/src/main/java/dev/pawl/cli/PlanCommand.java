package dev.pawl.cli;

import dev.pawl.cli.git.Situation;
import dev.pawl.cli.view.Palette;
import dev.pawl.workflow.discovery.Proposal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl plan`: which jobs would run, and why.
@Command(
    name = "plan",
    description = {
      "Say which jobs would run, and why.",
      "With FILE: what `pawl run FILE` would do. Without: which of the project's",
      "workflows a push of the working tree would start, or what --event says",
      "instead. Where there is no workflow at all, one is proposed: it is printed,",
      "and is yours to keep."
    })
final class PlanCommand implements Callable<Integer> {

  @Mixin private ProjectOption projectOption = new ProjectOption();
  @Mixin private EventOptions events = new EventOptions();

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "The workflow.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--job", paramLabel = "JOB", description = "Only that job, and what it needs.")
  private Optional<String> job = Optional.empty();

  @Option(
      names = "--discovered",
      description = "The workflow that is proposed where there is none.")
  private boolean discovered;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  /// What `--json` prints where there is no workflow.
  record Proposed(List<String> workflows, Proposal proposal) {}

  @Override
  public Integer call() {
    if (discovered && file.isPresent()) {
      throw projectOption.misuse("--discovered is instead of a FILE");
    }
    Path directory = projectOption.project().directory();
    List<Path> files = WorkflowPlaces.effective(directory);
    if (file.isEmpty() && (discovered || files.isEmpty())) {
      return plan(directory);
    }
    Situation situation = Situation.in(directory);
    var prospects = new Prospects(situation, events, job, Optional.empty());
    return file.map(named -> shown(List.of(prospects.named(named)), ""))
        .orElseGet(() -> {
          Occasion occasion = events.occasion(situation);
          return shown(prospects.all(files, occasion), occasion.since());
        });
  }

  /// Where there is no workflow, or the proposed one is asked for.
  private int plan(Path directory) {
    Optional<DiscoveredWorkflow> found = DiscoveredWorkflow.in(directory);
    if (found.isEmpty()) {
      throw projectOption.misuse(
          "there is no workflow in %s, and nothing to propose one from"
              .formatted(WorkflowPlaces.names()));
    }
    if (discovered) {
      var prospects = new Prospects(Situation.in(directory), events, job, Optional.empty());
      return shown(List.of(prospects.named(found.get().reading())), "");
    }
    Proposal proposal = found.get().proposal();
    if (json) {
      System.out.println(Json.text(new Proposed(List.of(), proposal)));
    } else {
      found.get().propose(System.err);
      System.out.print(proposal.yaml());
    }
    return ExitCode.SUCCESS;
  }

  private int shown(List<Prospect> prospects, String since) {
    var report = new PlanReport(prospects, since);
    if (json) {
      System.out.println(Json.text(report.records()));
    } else {
      report.print(System.out, System.err, Palette.forTerminal(Terminals.isTerminal()));
    }
    return report.hasBroken() ? ExitCode.INVALID : ExitCode.SUCCESS;
  }
}
