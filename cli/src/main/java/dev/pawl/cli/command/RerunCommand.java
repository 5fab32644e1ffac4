package dev.pawl.cli.command;

import dev.pawl.cli.view.Palette;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Reruns.Selection;
import dev.pawl.core.run.Run;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.doctor.OperatorActions;
import dev.pawl.server.doctor.ShellWord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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
      "Works on the store of a server (--store). For a run of `pawl run`, use `pawl run` again."
    })
public final class RerunCommand implements Callable<Integer> {

  @Mixin private RunIntervention intervention = new RunIntervention();

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
  public Integer call() {
    if (isFailedOnly && job.isPresent()) {
      throw intervention.usageError("--failed and --job exclude each other");
    }
    String again = job.map(its -> " --job " + ShellWord.of(its)).orElse("");
    return intervention.perform(this::rerun, again);
  }

  private int rerun(Run run, OperatorActions actions) {
    Selection scope =
        job.<Selection>map(id -> new Selection.One(intervention.job(run, id).index()))
            .orElse(isFailedOnly ? new Selection.Failed() : new Selection.All());
    var wanted = new RerunCreation.Selection(scope, List.copyOf(new LinkedHashSet<>(skipped)));
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
