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

/// `pawl plan`: prints the jobs that would run, and why.
@Command(
    name = "plan",
    description = {
      "Show which jobs would run, and why.",
      "With FILE: the jobs that `pawl run FILE` would run. Without: the project's",
      "workflows that a push of the working tree, or the event given by --event,",
      "would start. If the project has no workflow, a proposed workflow is printed,",
      "which `pawl init --write` would write."
    })
public final class PlanCommand implements Callable<Integer> {

  @Mixin private ProjectOption projectOption = new ProjectOption();
  @Mixin private EventOptions events = new EventOptions();

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "The workflow file.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--job",
      paramLabel = "JOB",
      description = "Only this job and the jobs that it needs.")
  private Optional<String> job = Optional.empty();

  @Option(
      names = "--discovered",
      description = "Plan the proposed workflow of a project that has none.")
  private boolean discovered;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /// The output of `--json` for a project without a workflow.
  record Proposed(List<String> workflows, WorkflowProposal proposal) {}

  @Override
  public Integer call() {
    if (discovered && file.isPresent()) {
      throw projectOption.usageError("--discovered and FILE exclude each other");
    }
    Path directory = projectOption.project().directory();
    List<Path> files = WorkflowDirectories.active(directory);
    if (file.isEmpty() && (discovered || files.isEmpty())) {
      return plan(directory);
    }
    RepositoryState repository = RepositoryState.in(directory);
    var evaluator = new TriggerEvaluator(repository, events, job, Optional.empty());
    return file.map(named -> shown(List.of(evaluator.evaluateRequested(named)), ""))
        .orElseGet(() -> {
          TriggerContext trigger = events.triggerContext(repository);
          return shown(evaluator.evaluateAll(files, trigger), trigger.since());
        });
  }

  /// Plans the proposed workflow, or prints it.
  private int plan(Path directory) {
    Optional<DiscoveredWorkflow> found = DiscoveredWorkflow.in(directory);
    if (found.isEmpty()) {
      throw projectOption.usageError(
          "no workflow found in %s, and no known build system. Run `pawl init` for an example to edit"
              .formatted(WorkflowDirectories.names()));
    }
    if (discovered) {
      var evaluator =
          new TriggerEvaluator(RepositoryState.in(directory), events, job, Optional.empty());
      return shown(List.of(evaluator.evaluateRequested(found.get().reading())), "");
    }
    WorkflowProposal proposal = found.get().proposal();
    if (json) {
      System.out.println(JsonOutput.text(new Proposed(List.of(), proposal)));
    } else {
      found
          .get()
          .propose(
              System.err,
              "Run `pawl init --write` to write it, or `pawl run --discovered` to run it.");
      System.out.print(proposal.yaml());
    }
    return ExitCode.SUCCESS;
  }

  private int shown(List<TriggerResult> evaluator, String since) {
    var report = new PlanReport(evaluator, since);
    if (json) {
      System.out.println(JsonOutput.text(report.records()));
    } else {
      report.print(System.out, System.err, Palette.forTerminal(TerminalInfo.isTerminal()));
    }
    return report.hasInvalid() ? ExitCode.INVALID : ExitCode.SUCCESS;
  }
}
