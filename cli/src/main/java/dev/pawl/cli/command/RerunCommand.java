package dev.pawl.cli.command;

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

/// `pawl rerun`: another run of one that is over.
@Command(
    name = "rerun",
    description = {
      "Run again what is over: all of it, what failed, or one job; each with what needs it. Results"
          + " that are kept count as they were.",
      "Of a store that orchestrators serve. What `pawl run` has run, `pawl run` runs again."
    })
public final class RerunCommand implements Callable<Integer> {

  @Mixin private RunInterventionOptions options = new RunInterventionOptions();

  @Option(names = "--failed", description = "Only what did not go well, and what needs it.")
  private boolean isFailedOnly;

  @Option(names = "--job", paramLabel = "JOB", description = "Only this job, and what needs it.")
  private Optional<String> job = Optional.empty();

  @Option(
      names = "--skip",
      paramLabel = "JOB",
      description = "Go on as if this job were not needed; may be given several times.")
  private List<String> skipped = new ArrayList<>();

  @Override
  public Integer call() {
    if (isFailedOnly && job.isPresent()) {
      throw options.usageError("give --failed or --job, not both");
    }
    RunIntervention acting = options.intervention();
    String again = job.map(its -> " --job " + ShellWord.of(its)).orElse("");
    return acting.perform((run, remedy) -> rerun(acting, run, remedy), again);
  }

  private int rerun(RunIntervention acting, Run run, OperatorActions remedy) {
    Selection scope =
        job.<Selection>map(id -> new Selection.One(acting.job(run, id).index()))
            .orElse(isFailedOnly ? new Selection.Failed() : new Selection.All());
    var wanted = new RerunCreation.Selection(scope, List.copyOf(new LinkedHashSet<>(skipped)));
    return RunIntervention.report(
        remedy.rerun(run, wanted),
        after ->
            "run #%d, attempt %d, is %s: id %s"
                .formatted(
                    after.origin().number(),
                    after.origin().lineage().attempt(),
                    Machine.wireName(after.state()),
                    after.id()));
  }
}
