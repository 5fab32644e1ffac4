package dev.pawl.cli;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Reruns.Scope;
import dev.pawl.core.run.Run;
import dev.pawl.server.doctor.Remedy;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.server.runtime.Rerun;
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
final class RerunCommand implements Callable<Integer> {

  @Mixin private ActingOptions options = new ActingOptions();

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
      throw options.misuse("give --failed or --job, not both");
    }
    Acting acting = options.acting();
    String again = job.map(its -> " --job " + ShellWord.of(its)).orElse("");
    return acting.with((run, remedy) -> rerun(acting, run, remedy), again);
  }

  private int rerun(Acting acting, Run run, Remedy remedy) {
    Scope scope =
        job.<Scope>map(id -> new Scope.One(acting.job(run, id).index()))
            .orElse(isFailedOnly ? new Scope.Failed() : new Scope.All());
    var wanted = new Rerun.Wanted(scope, List.copyOf(new LinkedHashSet<>(skipped)));
    return Acting.told(
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
