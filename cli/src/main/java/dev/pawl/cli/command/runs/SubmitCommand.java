package dev.pawl.cli.command.runs;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.runs.ActionResult;
import dev.pawl.cli.runs.RemoteRunClient;
import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.view.ViewOptions;
import dev.pawl.cli.workflows.DefaultWorkflow;
import dev.pawl.cli.workflows.InputFileReader;
import dev.pawl.server.api.document.Requests.CreatedRunDocument;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl submit`: starts a run on a server.
@Command(
    name = "submit",
    description = {
      "Start a run on a server, from the text of a workflow file. Its jobs check out the repository"
          + " that --repository names; nothing else of this directory is sent.",
      "With --watch, show the run until it ends: the exit code is that of the run, Ctrl+C cancels it,"
          + " and again kills its jobs."
    })
public final class SubmitCommand implements Callable<Integer> {

  @Mixin private ServerOption server = new ServerOption();
  @Mixin private ProjectOption project = new ProjectOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "The workflow file. Default: the only workflow in .pawl/workflows/, or in .github/workflows/ if"
            + " that has none."
      })
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--repository",
      paramLabel = "URL",
      description =
          "The repository of the run, as https://forge.example/owner/name. Default: none.")
  private Optional<String> repository = Optional.empty();

  @Option(
      names = "--ref",
      paramLabel = "REF",
      description = "The branch of the repository, or another ref, as refs/tags/v1.")
  private Optional<String> ref = Optional.empty();

  @Option(names = "--sha", paramLabel = "SHA", description = "The commit of the repository.")
  private Optional<String> sha = Optional.empty();

  @Option(names = "--input", paramLabel = "NAME=VALUE", description = "An input of the workflow.")
  private Map<String, String> inputs = new LinkedHashMap<>();

  @Option(names = "--watch", description = "Show the run until it ends.")
  private boolean watch;

  @Mixin private ViewOptions view = new ViewOptions();

  @Override
  public Integer call() throws InterruptedException {
    Path directory = project.project().directory();
    Optional<Path> chosen = file.or(() -> DefaultWorkflow.find(directory, System.err));
    if (chosen.isEmpty()) {
      return ExitCode.INVALID;
    }
    Map<String, Object> request = request(directory, chosen.get());
    try (ServerClient client = server.client()) {
      CreatedRunDocument created =
          client.post(client.inOrg("/runs"), request, CreatedRunDocument.class);
      created.warnings().forEach(SubmitCommand::warn);
      if (watch) {
        return follow(client, created);
      }
      System.out.println(
          "Run #%d started: id %s. Watch it with `pawl watch %d`."
              .formatted(created.number(), created.id(), created.number()));
      return ExitCode.SUCCESS;
    }
  }

  /// Prints a warning: a line, or a diagnostic with the lines that it is about.
  private static void warn(String warning) {
    String prefix = warning.contains("\n") ? "" : "pawl: ";
    warning.lines().forEach(line -> System.err.println(prefix + PrintableText.line(line)));
  }

  private Map<String, Object> request(Path directory, Path workflow) {
    Path path = directory.resolve(workflow).normalize();
    Map<String, Object> request = new LinkedHashMap<>();
    boolean isInside = path.startsWith(directory);
    request.put("file", (isInside ? directory.relativize(path) : path.getFileName()).toString());
    try {
      request.put("workflow", InputFileReader.text(path));
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot read '%s': %s".formatted(workflow, FileErrorMessages.describe(e)), e);
    }
    repository.ifPresent(url -> request.put("repository", url));
    ref.map(name -> name.startsWith("refs/") ? name : "refs/heads/" + name)
        .ifPresent(name -> request.put("ref", name));
    sha.ifPresent(commit -> request.put("sha", commit));
    if (!inputs.isEmpty()) {
      request.put("inputs", inputs);
    }
    return request;
  }

  private int follow(ServerClient client, CreatedRunDocument created) throws InterruptedException {
    var runs = new RemoteRunClient(client);
    RunRow run =
        runs.find(created.id())
            .orElseThrow(
                () -> new EnvironmentException("run #%d is gone".formatted(created.number())));
    return new RunDisplay(runs, run, view).show(new Cancellation(runs, run));
  }

  /// Cancels the run at the first Ctrl+C, and kills its jobs at the second.
  private static final class Cancellation implements RunDisplay.StopHandler {

    private final RemoteRunClient runs;
    private final RunRow run;
    private boolean isForced;

    private Cancellation(RemoteRunClient runs, RunRow run) {
      this.runs = runs;
      this.run = run;
    }

    @Override
    public boolean isAsking() {
      return false;
    }

    @Override
    public OptionalInt stop(Consumer<String> say) {
      boolean wasForced = isForced;
      ActionResult result = runs.act(run, new RunAction.Cancel(OptionalInt.empty(), isForced));
      isForced = true;
      say.accept(
          switch (result.kind()) {
            case ACCEPTED, LATE ->
                wasForced ? "killing all jobs" : "cancelling; press Ctrl+C again to kill all jobs";
            case REJECTED, UNAUTHORIZED -> "cannot cancel: " + result.message();
          });
      return OptionalInt.empty();
    }
  }
}
