package dev.pawl.cli;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.doctor.Remedy;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.server.runtime.Conflict;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.runtime.Unstorable;
import dev.pawl.server.store.PostgresStore;
import dev.pawl.server.store.RunReads.RunRow;
import dev.pawl.workflow.diagnostics.Printable;
import java.time.InstantSource;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;

/// Something that somebody wants done about a run: decided by the engine, beside whatever
/// orchestrators serve the store.
///
/// @param reference which run
record Acting(ProjectOption project, StoreOption store, String reference) {

  /// What is done, and the exit code that says what came of it.
  interface Act {
    int on(Run run, Remedy remedy);
  }

  /// @param again the arguments that a `pawl run` of the workflow would take instead
  int with(Act act, String again) {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw project.misuse(problem.get());
    }
    return store.isPostgres()
        ? postgres(act)
        : project.look(Optional.of(reference), System.err, (_, run) -> local(run, again));
  }

  /// Whose process lives, that process decides about alone; and once it is gone, there is nobody
  /// who would execute anything.
  private static int local(RunRow run, String again) {
    String instead = "pawl run %s%s".formatted(ShellWord.of(run.file()), again);
    System.err.println(
        Printable.line(
            run.endedAt() == null
                ? "pawl: run #%d is decided about by its own process alone, the `pawl run` that executes it; once that has ended: %s"
                    .formatted(run.number(), instead)
                : "pawl: run #%d is over, and nobody would execute another one here: %s"
                    .formatted(run.number(), instead)));
    return ExitCode.UNAVAILABLE;
  }

  private int postgres(Act act) {
    try (PostgresStore open = store.openPostgres()) {
      Optional<RunRow> found = open.reads().find(reference.replaceFirst("^#", ""));
      if (found.isEmpty()) {
        System.err.println(
            "pawl: "
                + ProjectOption.pruned(open.reads(), reference)
                    .orElse("there is no run %s in %s".formatted(reference, store.named())));
        return ExitCode.INVALID;
      }
      return act(act, open, found.get());
    }
  }

  private int act(Act act, PostgresStore open, RunRow meant) {
    Optional<String> successor = successor(open, meant);
    if (successor.isPresent()) {
      return refused(successor.get());
    }
    var engine = new Engine(Deadlines.DEFAULT);
    var remedy = new Remedy(open, engine, Myself.actor(), new Ids(InstantSource.system()));
    try {
      return act.on(open.run(meant.id()).orElseThrow(), remedy);
    } catch (Conflict _) {
      return refused(
          successor(open, meant)
              .orElse("somebody else keeps changing run %s; try again".formatted(reference)));
    } catch (Unstorable e) {
      // Of two that run it again at once, the store takes one.
      return refused(successor(open, meant).orElseThrow(() -> e));
    }
  }

  /// What has become of a run that somebody has run again, maybe at this very moment.
  private static Optional<String> successor(PostgresStore open, RunRow meant) {
    RunRow latest = open.reads().find(Long.toString(meant.number())).orElseThrow();
    if (latest.id().equals(meant.id())) {
      return Optional.empty();
    }
    return Optional.of(
        "run #%d was run again since: it is now %s, which is %s; once that is over, `pawl rerun %d` runs it again"
            .formatted(meant.number(), latest.id(), latest.state(), meant.number()));
  }

  /// The job of that id.
  Job job(Run run, String id) {
    return run.job(id)
        .orElseThrow(() ->
            project.misuse(
                "run #%d has no job %s; it has %s".formatted(run.origin().number(), id, ids(run))));
  }

  private static String ids(Run run) {
    var ids = new StringJoiner(", ");
    run.jobs().forEach(job -> ids.add(job.planned().id()));
    return ids.toString();
  }

  /// Says what was decided.
  ///
  /// @param done what is so now, if it was accepted
  static int told(Decision decision, Function<Run, String> done) {
    return switch (decision) {
      case Decision.Accepted accepted -> {
        System.out.println(Printable.line(done.apply(accepted.run())));
        yield ExitCode.SUCCESS;
      }
      case Decision.Late(var why) -> refused(why);
      case Decision.Refused(var refusal) -> {
        int said = refused(refusal.message());
        yield refusal.code() == Refusal.Code.UNKNOWN ? ExitCode.INVALID : said;
      }
    };
  }

  static int refused(String why) {
    System.err.println(Printable.line("pawl: " + why));
    return ExitCode.UNAVAILABLE;
  }
}
