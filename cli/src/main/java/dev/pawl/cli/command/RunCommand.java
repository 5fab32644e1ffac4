package dev.pawl.cli.command;

import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.git.RepositoryState;
import dev.pawl.cli.local.LocalRunSettings;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.SecretOptions;
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

/// `pawl run`: a workflow, here and now.
@Command(
    name = "run",
    description = {
      "Run a workflow here and now.",
      "Orchestrator and agent are this process, the workspace is the current directory,",
      "the state is in .pawl/. Ctrl+C once cancels gracefully, twice at once.",
      "The workflow is started by hand: as workflow_dispatch if it has that, else as",
      "push, else as the first event of its `on`; no filter stops it. With --event or",
      "--changed its filters decide."
    })
public final class RunCommand implements Callable<Integer> {

  @Mixin private ProjectOption projectOption = new ProjectOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "The workflow; `-` for standard input. Without it, the one there is in",
        ".pawl/workflows/, or else in .github/workflows/."
      })
  private Optional<Path> file = Optional.empty();

  @Mixin private EventOptions events = new EventOptions();

  @Option(names = "--job", paramLabel = "JOB", description = "Only that job, and what it needs.")
  private Optional<String> job = Optional.empty();

  @Option(
      names = "--discovered",
      description = "Run the workflow that `pawl plan` proposes where there is none.")
  private boolean discovered;

  @Mixin private SecretOptions secretOptions = new SecretOptions();

  @Option(names = "--approve-all", description = "Approve at once whatever is held for approval.")
  private boolean approveAll;

  @Option(
      names = "--isolated",
      description = {
        "Give each job a fresh directory, where actions/checkout brings the commit under test; what"
            + " is not committed is not there."
      })
  private boolean isolated;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "How many jobs run side by side; as many as there are processors by default.")
  private int slots = Math.max(2, Runtime.getRuntime().availableProcessors());

  @Option(names = "--plain", description = "Plain lines, also on a terminal.")
  private boolean plain;

  @Override
  public Integer call() throws InterruptedException {
    if (slots < 1) {
      throw projectOption.usageError("--slots must be at least 1");
    }
    if (discovered && file.isPresent()) {
      throw projectOption.usageError("--discovered is instead of a FILE");
    }
    Actor me = CurrentUser.actor();
    LocalRunSettings wishes = wishes(me);
    Project project = projectOption.project();
    RunId run = new IdGenerator(InstantSource.system()).run();
    var prospects =
        new TriggerEvaluator(
            RepositoryState.in(project.directory()), events, job, Optional.of(run));
    Optional<TriggerResult> prospect =
        discovered
            ? Optional.of(prospects.evaluateRequested(discovered(project).reading()))
            : file.or(() -> DefaultWorkflow.find(project.directory(), System.err))
                .map(prospects::evaluateRequested);
    return prospect.isPresent()
        ? run(new LocalRun(run, project, wishes, me, plain), prospect.get())
        : ExitCode.INVALID;
  }

  private DiscoveredWorkflow discovered(Project project) {
    return DiscoveredWorkflow.in(project.directory())
        .orElseThrow(
            () -> projectOption.usageError("there is nothing here to propose a workflow from"));
  }

  private LocalRunSettings wishes(Actor me) {
    return new LocalRunSettings(
        slots,
        isolated,
        secretOptions.secrets(),
        secretOptions.variables(),
        approveAll ? Optional.of(me) : Optional.empty());
  }

  private static int run(LocalRun here, TriggerResult prospect) throws InterruptedException {
    return switch (prospect) {
      case TriggerResult.Planned runs -> here.run(runs);
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
