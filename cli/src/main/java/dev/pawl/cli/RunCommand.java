package dev.pawl.cli;

import dev.pawl.cli.git.Situation;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.local.Wishes;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Ids;
import dev.pawl.workflow.diagnostics.Printable;
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
final class RunCommand implements Callable<Integer> {

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
      throw projectOption.misuse("--slots must be at least 1");
    }
    if (discovered && file.isPresent()) {
      throw projectOption.misuse("--discovered is instead of a FILE");
    }
    Actor me = Myself.actor();
    Wishes wishes = wishes(me);
    Project project = projectOption.project();
    RunId run = new Ids(InstantSource.system()).run();
    var prospects = new Prospects(Situation.in(project.directory()), events, job, Optional.of(run));
    Optional<Prospect> prospect =
        discovered
            ? Optional.of(prospects.named(discovered(project).reading()))
            : file.or(() -> WorkflowChoice.in(project.directory(), System.err))
                .map(prospects::named);
    return prospect.isPresent()
        ? run(new LocalRun(run, project, wishes, me, plain), prospect.get())
        : ExitCode.INVALID;
  }

  private DiscoveredWorkflow discovered(Project project) {
    return DiscoveredWorkflow.in(project.directory())
        .orElseThrow(
            () -> projectOption.misuse("there is nothing here to propose a workflow from"));
  }

  private Wishes wishes(Actor me) {
    return new Wishes(
        slots,
        isolated,
        secretOptions.secrets(),
        secretOptions.variables(),
        approveAll ? Optional.of(me) : Optional.empty());
  }

  private static int run(LocalRun here, Prospect prospect) throws InterruptedException {
    return switch (prospect) {
      case Prospect.Runs runs -> here.of(runs);
      case Prospect.Idle(_, String reason) -> {
        System.err.println("pawl: nothing to run: " + Printable.line(reason));
        yield ExitCode.SUCCESS;
      }
      case Prospect.Broken(_, String problems) -> {
        System.err.print(problems);
        yield ExitCode.INVALID;
      }
    };
  }
}
