package dev.pawl.cli.command.runs;

import dev.pawl.cli.configuration.ToolsFile;
import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.git.RepositoryState;
import dev.pawl.cli.local.LocalRunOptions;
import dev.pawl.cli.local.LocalRunSettings;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.option.LogLimitOptions;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.SecretOptions;
import dev.pawl.cli.view.ViewOptions;
import dev.pawl.cli.workflows.DefaultWorkflow;
import dev.pawl.cli.workflows.DiscoveredWorkflow;
import dev.pawl.cli.workflows.EventOptions;
import dev.pawl.cli.workflows.TriggerEvaluator;
import dev.pawl.cli.workflows.TriggerResult;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.IdGenerator;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl run`: runs a workflow in this process.
@Command(
    name = "run",
    description = {
      "Run a workflow on this machine.",
      "No server is needed. Jobs run in the project's directory, and the state is kept",
      "in .pawl/. Press Ctrl+C once to cancel, twice to kill all jobs.",
      "The event is workflow_dispatch if the workflow has it, else push, else the",
      "first event of its `on`. The filters of `on` apply only with --event or",
      "--changed."
    })
public final class RunCommand implements Callable<Integer> {

  @Mixin private ProjectOption projectOption = new ProjectOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "The workflow file, or `-` for standard input. Default: the only workflow in .pawl/workflows/,"
            + " or in .github/workflows/ if that has none."
      })
  private Optional<Path> file = Optional.empty();

  @Mixin private EventOptions events = new EventOptions();

  @Option(
      names = "--job",
      paramLabel = "JOB",
      description = "Only this job and the jobs that it needs.")
  private Optional<String> job = Optional.empty();

  @Option(
      names = "--discovered",
      description = "Run the proposed workflow of a project that has none; see `pawl plan`.")
  private boolean discovered;

  @Mixin private SecretOptions secretOptions = new SecretOptions();

  @Option(names = "--approve-all", description = "Approve every job that is held for approval.")
  private boolean approveAll;

  @Option(
      names = "--isolated",
      description = {
        "Run each job in an empty directory; actions/checkout checks out the current commit there."
            + " Uncommitted changes are not visible."
      })
  private boolean isolated;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "Number of jobs to run at the same time. Default: the number of processors.")
  private int slots = LocalRunOptions.DEFAULT_SLOTS;

  @Mixin private LogLimitOptions logLimits = new LogLimitOptions();

  @Mixin private ViewOptions view = new ViewOptions();

  @Override
  public Integer call() throws InterruptedException {
    if (slots < 1) {
      throw projectOption.usageError("--slots must be at least 1");
    }
    if (discovered && file.isPresent()) {
      throw projectOption.usageError("--discovered and FILE exclude each other");
    }
    logLimits
        .problem()
        .ifPresent(problem -> {
          throw projectOption.usageError(problem);
        });
    Actor me = CurrentUser.actor();
    LocalRunSettings settings = settings();
    Project project = projectOption.project();
    RunId run = new IdGenerator(InstantSource.system()).run();
    RepositoryState repository = RepositoryState.in(project.directory());
    var evaluator = new TriggerEvaluator(repository, events, job, Optional.of(run));
    Optional<TriggerResult> result =
        discovered
            ? Optional.of(evaluator.evaluateRequested(discovered(project).reading()))
            : file.or(() -> DefaultWorkflow.find(project.directory(), System.err))
                .map(evaluator::evaluateRequested);
    return result.isPresent()
        ? run(new LocalRun(run, project, repository, settings, me, view), result.get())
        : ExitCode.INVALID;
  }

  private DiscoveredWorkflow discovered(Project project) {
    return DiscoveredWorkflow.in(project.directory())
        .orElseThrow(() ->
            projectOption.usageError(
                "no workflow can be proposed: no known build system found. Run `pawl init` for an example to edit"));
  }

  private LocalRunSettings settings() {
    var options =
        new LocalRunOptions(
            slots,
            isolated,
            approveAll,
            secretOptions.variables(),
            secretOptions.files(),
            logLimits.limits());
    return new LocalRunSettings(
        options, secretOptions.secrets(), ToolsFile.in(projectOption.project().stateDirectory()));
  }

  private static int run(LocalRun here, TriggerResult result) throws InterruptedException {
    return switch (result) {
      case TriggerResult.Planned runs -> {
        runs.plan()
            .warnings()
            .forEach(warning -> System.err.println("pawl: " + PrintableText.line(warning)));
        yield here.run(runs);
      }
      case TriggerResult.NotTriggered(_, String reason) -> {
        System.err.println("pawl: nothing to run: " + PrintableText.line(reason));
        yield ExitCode.SUCCESS;
      }
      case TriggerResult.Invalid(_, String problems) -> {
        System.err.print(problems);
        yield ExitCode.INVALID;
      }
    };
  }
}
