package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.git.RepositoryState;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.report.PlanReport;
import dev.pawl.cli.view.Palette;
import dev.pawl.cli.workflows.DiscoveredWorkflow;
import dev.pawl.cli.workflows.EventOptions;
import dev.pawl.cli.workflows.TriggerContext;
import dev.pawl.cli.workflows.TriggerEvaluator;
import dev.pawl.cli.workflows.TriggerResult;
import dev.pawl.cli.workflows.WorkflowDirectories;
import dev.pawl.workflow.discovery.WorkflowProposal;
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
public final class PlanCommand implements Callable<Integer> {

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
  record Proposed(List<String> workflows, WorkflowProposal proposal) {}

  @Override
  public Integer call() {
    if (discovered && file.isPresent()) {
      throw projectOption.usageError("--discovered is instead of a FILE");
    }
    Path directory = projectOption.project().directory();
    List<Path> files = WorkflowDirectories.active(directory);
    if (file.isEmpty() && (discovered || files.isEmpty())) {
      return plan(directory);
    }
    RepositoryState situation = RepositoryState.in(directory);
    var prospects = new TriggerEvaluator(situation, events, job, Optional.empty());
    return file.map(named -> shown(List.of(prospects.evaluateRequested(named)), ""))
        .orElseGet(() -> {
          TriggerContext occasion = events.triggerContext(situation);
          return shown(prospects.evaluateAll(files, occasion), occasion.since());
        });
  }

  /// Where there is no workflow, or the proposed one is asked for.
  private int plan(Path directory) {
    Optional<DiscoveredWorkflow> found = DiscoveredWorkflow.in(directory);
    if (found.isEmpty()) {
      throw projectOption.usageError(
          "there is no workflow in %s, and nothing to propose one from"
              .formatted(WorkflowDirectories.names()));
    }
    if (discovered) {
      var prospects =
          new TriggerEvaluator(RepositoryState.in(directory), events, job, Optional.empty());
      return shown(List.of(prospects.evaluateRequested(found.get().reading())), "");
    }
    WorkflowProposal proposal = found.get().proposal();
    if (json) {
      System.out.println(JsonOutput.text(new Proposed(List.of(), proposal)));
    } else {
      found.get().propose(System.err);
      System.out.print(proposal.yaml());
    }
    return ExitCode.SUCCESS;
  }

  private int shown(List<TriggerResult> prospects, String since) {
    var report = new PlanReport(prospects, since);
    if (json) {
      System.out.println(JsonOutput.text(report.records()));
    } else {
      report.print(System.out, System.err, Palette.forTerminal(TerminalInfo.isTerminal()));
    }
    return report.hasInvalid() ? ExitCode.INVALID : ExitCode.SUCCESS;
  }
}
