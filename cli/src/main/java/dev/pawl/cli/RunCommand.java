package dev.pawl.cli;

import dev.pawl.agent.exec.Summaries;
import dev.pawl.cli.git.Situation;
import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.view.LiveView;
import dev.pawl.cli.view.PlainView;
import dev.pawl.cli.view.Relay;
import dev.pawl.cli.view.RunView;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.logs.LogFiles;
import java.io.IOError;
import java.io.IOException;
import java.nio.file.Path;
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
      "The workflow is started by hand: as workflow_dispatch if it has that, else as push,",
      "else as the first event of its `on`; no filter stops it. With --event or --changed",
      "its filters decide."
    })
final class RunCommand implements Callable<Integer> {

  @Mixin private ProjectOption projectOption = new ProjectOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "The workflow. Without it, the one in .pawl/workflows/, or else in .github/workflows/."
      })
  private Optional<Path> file = Optional.empty();

  @Mixin private EventOptions events = new EventOptions();

  @Option(names = "--job", paramLabel = "JOB", description = "Only that job, and what it needs.")
  private Optional<String> job = Optional.empty();

  @Option(
      names = "--discovered",
      description = "Run the workflow that `pawl plan` proposes where there is none.")
  private boolean discovered;

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
    Project project = projectOption.project();
    var prospects = new Prospects(Situation.in(project.directory()), events, job);
    Optional<Prospect> prospect =
        discovered
            ? Optional.of(prospects.named(discovered(project).workflow()))
            : file.or(() -> WorkflowChoice.in(project.directory(), System.err))
                .map(prospects::named);
    return prospect.isPresent() ? run(project, prospect.get()) : ExitCode.INVALID;
  }

  private DiscoveredWorkflow discovered(Project project) {
    return DiscoveredWorkflow.in(project.directory())
        .orElseThrow(
            () -> projectOption.misuse("there is nothing here to propose a workflow from"));
  }

  private int run(Project project, Prospect prospect) throws InterruptedException {
    return switch (prospect) {
      case Prospect.Runs runs -> run(project, runs);
      case Prospect.Idle(_, String reason) -> {
        System.err.println("pawl: nothing to run: " + reason);
        yield ExitCode.SUCCESS;
      }
      case Prospect.Broken(_, String problems) -> {
        System.err.print(problems);
        yield ExitCode.INVALID;
      }
    };
  }

  private int run(Project project, Prospect.Runs runs) throws InterruptedException {
    StopRequests stops = StopRequests.listen();
    Actor me = Actor.person(System.getProperty("user.name"));
    try (LogFiles logs = project.logs()) {
      RunView view = view(logs, project.summaries());
      try {
        var relay = new Relay(view);
        Run ended = execute(project, runs, stops, me, relay);
        relay.end(ended);
        return exitCode(ended);
      } finally {
        view.close();
      }
    }
  }

  private Run execute(
      Project project, Prospect.Runs runs, StopRequests stops, Actor me, Relay relay) {
    try (var local = new LocalOrchestrator(project, slots, relay)) {
      RunId run = local.run(runs.plan(), runs.workflow().file(), runs.event(), me);
      stops.tell(force -> {
        local.cancel(run, me, force);
        relay.say(
            force ? "killing everything" : "cancelling; Ctrl+C again kills everything at once");
      });
      return local.await();
    }
  }

  private RunView view(LogFiles logs, Summaries summaries) {
    boolean isDumb = "dumb".equals(System.getenv("TERM")) || System.getenv("TERM") == null;
    if (!plain && !isDumb && Terminals.isTerminal()) {
      try {
        return new LiveView(logs, summaries);
      } catch (IOException | IOError _) {
        // A terminal that cannot be talked to gets lines.
      }
    }
    return new PlainView(System.out, logs, summaries);
  }

  private static int exitCode(Run run) {
    return switch (run.state()) {
      case SUCCESS, SKIPPED -> ExitCode.SUCCESS;
      case CANCELLED -> ExitCode.CANCELLED;
      case FAILED, TIMED_OUT, PLAN_FAILED -> ExitCode.RUN_FAILED;
      case CREATED, PLANNING, HELD, WAITING, QUEUED, RUNNING, RECOVERING, CANCELLING ->
          throw new IllegalStateException("the run is not over: " + run.state());
    };
  }
}
