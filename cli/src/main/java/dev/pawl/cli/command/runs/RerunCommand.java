package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.runs.RemoteRunClient;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.Palette;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Reruns.Selection;
import dev.pawl.core.run.Run;
import dev.pawl.server.api.document.Requests.CreatedRunDocument;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.doctor.OperatorActions;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl rerun`: starts an ended run again, whole or in part.
@Command(
    name = "rerun",
    description = {
      "Run an ended run again: all of it, only what failed, or one job, with the jobs that depend on"
          + " it. The other jobs keep their results.",
      "A local run is executed here, with the options of the run before. The workflow is that of the"
          + " run before too, even if its file has changed since."
    })
public final class RerunCommand implements Callable<Integer> {

  @Mixin private RunIntervention intervention = new RunIntervention();
  @Mixin private LocalRerun local = new LocalRerun();

  @Option(
      names = "--failed",
      description = "Only the jobs that did not succeed, and the jobs that depend on them.")
  private boolean isFailedOnly;

  @Option(
      names = "--job",
      paramLabel = "JOB",
      description = "Only this job, and the jobs that depend on it.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--skip", paramLabel = "JOB", description = "Skip this job; may be repeated.")
  private List<String> skipped = new ArrayList<>();

  @Override
  public Integer call() throws InterruptedException {
    if (isFailedOnly && job.isPresent()) {
      throw intervention.usageError("--failed and --job exclude each other");
    }
    return intervention.perform(this::rerun, this::rerunLocally);
  }

  private int rerunLocally(RunClient runs, RunRow run) throws InterruptedException {
    if (runs instanceof RemoteRunClient server) {
      return rerunOnServer(server, run);
    }
    OptionalInt wanted = intervention.selector().job(run, runs.attempts(run.id()), job);
    Selection scope =
        wanted.isPresent()
            ? new Selection.One(wanted.getAsInt())
            : isFailedOnly ? new Selection.Failed() : new Selection.All();
    return local.run(runs, run, scope, skipped);
  }

  private int rerunOnServer(RemoteRunClient server, RunRow run) {
    LocalRunSelector selector = intervention.selector();
    List<AttemptRow> attempts = server.attempts(run.id());
    CreatedRunDocument created =
        server.rerun(
            run,
            isFailedOnly,
            job.map(name -> selector.jobId(run, attempts, name)),
            skipped.stream().map(name -> selector.jobId(run, attempts, name)).distinct().toList());
    System.out.println(
        "Run #%d runs again, as attempt %d: id %s. Watch it with `pawl watch %d`."
            .formatted(created.number(), created.attempt(), created.id(), created.number()));
    return ExitCode.SUCCESS;
  }

  private int rerun(Run run, OperatorActions actions) {
    Selection scope =
        job.<Selection>map(id -> new Selection.One(intervention.job(run, id).index()))
            .orElse(isFailedOnly ? new Selection.Failed() : new Selection.All());
    var wanted =
        new RerunCreation.Selection(
            scope,
            skipped.stream()
                .map(id -> intervention.job(run, id).planned().id())
                .distinct()
                .toList());
    return RunIntervention.report(
        actions.rerun(run, wanted),
        after ->
            "run #%d, attempt %d, is %s: id %s"
                .formatted(
                    after.origin().number(),
                    after.origin().lineage().attempt(),
                    Palette.words(Machine.wireName(after.state())),
                    after.id()));
  }
}
