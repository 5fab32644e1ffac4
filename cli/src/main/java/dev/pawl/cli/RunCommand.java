package dev.pawl.cli;

import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.cli.local.Problems;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.view.LiveView;
import dev.pawl.cli.view.PlainView;
import dev.pawl.cli.view.Relay;
import dev.pawl.cli.view.RunView;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.workflow.Planner;
import dev.pawl.workflow.Reading;
import dev.pawl.workflow.Unplannable;
import dev.pawl.workflow.model.Workflow;
import java.io.IOError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
      "the state is in .pawl/. Ctrl+C once cancels gracefully, twice at once."
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
    Project project = projectOption.project();
    Optional<Path> chosen = file.or(() -> WorkflowChoice.in(project.directory(), System.err));
    Optional<Plan> plan = chosen.flatMap(RunCommand::plan);
    return plan.isPresent() ? run(project, plan.get(), chosen.get()) : ExitCode.INVALID;
  }

  /// The plan of a file; what is wrong with it is said.
  private static Optional<Plan> plan(Path file) {
    try {
      Reading reading = Sources.read(file);
      System.err.print(reading.diagnostics().render());
      return reading.workflow().filter(RunCommand::isPlannable).map(Planner::plan);
    } catch (IOException e) {
      System.err.println("pawl: cannot read %s: %s".formatted(file, Problems.meaning(e)));
      return Optional.empty();
    }
  }

  private static boolean isPlannable(Workflow workflow) {
    List<String> obstacles = Unplannable.in(workflow);
    obstacles.forEach(System.err::println);
    return obstacles.isEmpty();
  }

  private int run(Project project, Plan plan, Path workflow) throws InterruptedException {
    StopRequests stops = StopRequests.listen();
    Actor me = Actor.person(System.getProperty("user.name"));
    try (LogFiles logs = project.logs()) {
      RunView view = view(logs);
      try {
        var relay = new Relay(view);
        Run ended = execute(project, plan, workflow, stops, me, relay);
        relay.end(ended);
        return exitCode(ended);
      } finally {
        view.close();
      }
    }
  }

  private Run execute(
      Project project, Plan plan, Path workflow, StopRequests stops, Actor me, Relay relay) {
    try (var local = new LocalOrchestrator(project, slots, relay)) {
      RunId run = local.run(plan, workflow.toString(), "manual", me);
      stops.tell(force -> {
        local.cancel(run, me, force);
        relay.say(
            force ? "killing everything" : "cancelling; Ctrl+C again kills everything at once");
      });
      return local.await();
    }
  }

  private RunView view(LogFiles logs) {
    boolean isDumb = "dumb".equals(System.getenv("TERM")) || System.getenv("TERM") == null;
    if (!plain && !isDumb && Terminals.isTerminal()) {
      try {
        return new LiveView(logs);
      } catch (IOException | IOError _) {
        // A terminal that cannot be talked to gets lines.
      }
    }
    return new PlainView(System.out, logs);
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
