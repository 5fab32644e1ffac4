package dev.pawl.cli.command;

import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.StoreOption;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.doctor.OperatorActions;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.InstantSource;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;

/// Something that somebody wants done about a run: decided by the engine, beside whatever
/// orchestrators serve the store.
///
/// @param reference which run
record RunIntervention(ProjectOption project, StoreOption store, String reference) {

  /// What is done, and the exit code that says what came of it.
  interface Action {
    int on(Run run, OperatorActions remedy);
  }

  /// @param again the arguments that a `pawl run` of the workflow would take instead
  int perform(Action act, String again) {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw project.usageError(problem.get());
    }
    return store.isPostgres()
        ? postgres(act)
        : project.inspect(Optional.of(reference), System.err, (_, run) -> local(run, again));
  }

  /// Whose process lives, that process decides about alone; and once it is gone, there is nobody
  /// who would execute anything.
  private static int local(RunRow run, String again) {
    String instead = "pawl run %s%s".formatted(ShellWord.of(run.file()), again);
    System.err.println(
        PrintableText.line(
            run.endedAt() == null
                ? "pawl: run #%d is decided about by its own process alone, the `pawl run` that executes it; once that has ended: %s"
                    .formatted(run.number(), instead)
                : "pawl: run #%d is over, and nobody would execute another one here: %s"
                    .formatted(run.number(), instead)));
    return ExitCode.UNAVAILABLE;
  }

  private int postgres(Action act) {
    try (PostgresStore open = store.openPostgres()) {
      Optional<RunRow> found = open.queries().find(reference.replaceFirst("^#", ""));
      if (found.isEmpty()) {
        System.err.println(
            "pawl: "
                + ProjectOption.prunedMessage(open.queries(), reference)
                    .orElse("there is no run %s in %s".formatted(reference, store.displayName())));
        return ExitCode.INVALID;
      }
      return act(act, open, found.get());
    }
  }

  private int act(Action act, PostgresStore open, RunRow meant) {
    Optional<String> successor = successor(open, meant);
    if (successor.isPresent()) {
      return reject(successor.get());
    }
    var engine = new Engine(Deadlines.DEFAULT);
    var remedy =
        new OperatorActions(
            open, engine, CurrentUser.actor(), new IdGenerator(InstantSource.system()));
    try {
      return act.on(open.run(meant.id()).orElseThrow(), remedy);
    } catch (CommitConflict _) {
      return reject(
          successor(open, meant)
              .orElse("somebody else keeps changing run %s; try again".formatted(reference)));
    } catch (ConstraintViolation e) {
      // Of two that run it again at once, the store takes one.
      return reject(successor(open, meant).orElseThrow(() -> e));
    }
  }

  /// What has become of a run that somebody has run again, maybe at this very moment.
  private static Optional<String> successor(PostgresStore open, RunRow meant) {
    RunRow latest = open.queries().find(Long.toString(meant.number())).orElseThrow();
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
            project.usageError(
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
  static int report(Decision decision, Function<Run, String> done) {
    return switch (decision) {
      case Decision.Accepted accepted -> {
        System.out.println(PrintableText.line(done.apply(accepted.run())));
        yield ExitCode.SUCCESS;
      }
      case Decision.Late(var why) -> reject(why);
      case Decision.Refused(var refusal) -> {
        int said = reject(refusal.message());
        yield refusal.code() == Refusal.Code.UNKNOWN ? ExitCode.INVALID : said;
      }
    };
  }

  static int reject(String why) {
    System.err.println(PrintableText.line("pawl: " + why));
    return ExitCode.UNAVAILABLE;
  }
}
